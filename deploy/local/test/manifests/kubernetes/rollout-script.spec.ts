import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { KUBERNETES } from './overlays';

/** Stands in for kubectl: notes what it is asked, and names what the selector would have chosen. */
const KUBECTL = `#!/bin/sh
echo "$*" >> "$LOG"
case "$*" in
  kustomize*) printf 'metadata:\\n  name: x\\n  namespace: tomes\\n' ;;
  *step=migrate*name) echo job.batch/migrate-campaign ;;
  *component*name) echo deployment.apps/campaign ;;
  wait*) exit "$WAIT" ;;
esac
`;

describe('rollout.sh', () => {
  let folder: string;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rollout-'));
    fs.writeFileSync(path.join(folder, 'kubectl'), KUBECTL, { mode: 0o755 });
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  /** Its exit code and what it asked of kubectl, file names left out. */
  function rollOut({ migrationFails = false } = {}) {
    const log = path.join(folder, 'log');
    const { status } = spawnSync('sh', [path.join(KUBERNETES, 'rollout.sh'), 'overlay'], {
      env: {
        PATH: `${folder}:${process.env.PATH}`,
        LOG: log,
        WAIT: migrationFails ? '1' : '0',
      },
    });
    const asked = fs.readFileSync(log, 'utf8').trim().split('\n');
    return { status, asked: asked.map((line) => line.replace(/--filename \S+ /, '')) };
  }

  const BEFORE_PODS = [
    'kustomize overlay',
    'apply --selector !app.kubernetes.io/component,!tomekeeper.dev/step',
    'apply --selector tomekeeper.dev/step=prepare --dry-run=client --output name',
    'apply --selector tomekeeper.dev/step=migrate --dry-run=client --output name',
    'delete --namespace tomes --ignore-not-found job.batch/migrate-campaign',
    'apply --selector tomekeeper.dev/step=migrate',
    'wait --namespace tomes --for=condition=complete --timeout=600s job.batch/migrate-campaign',
  ];

  it('migrates before it replaces pods, and waits for both', () => {
    expect(rollOut()).toEqual({
      status: 0,
      asked: [
        ...BEFORE_PODS,
        'apply --selector app.kubernetes.io/component --output name',
        'rollout status --namespace tomes --timeout=300s deployment.apps/campaign',
      ],
    });
  });

  it('leaves the pods alone when a migration fails', () => {
    expect(rollOut({ migrationFails: true })).toEqual({ status: 1, asked: BEFORE_PODS });
  });
});
