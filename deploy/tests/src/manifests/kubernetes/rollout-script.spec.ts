import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { KUBERNETES } from './overlays';

/** The parts of a service's rendered overlay that rollout.sh parses. */
const RENDERED = `kind: ServiceAccount
metadata:
  name: campaign
  namespace: tomes
---
kind: Deployment
metadata:
  labels:
    app.kubernetes.io/component: api
  name: campaign
  namespace: tomes
---
kind: Job
metadata:
  labels:
    tomekeeper.dev/step: migrate
  name: migrate-campaign
  namespace: tomes
`;

/**
 * Fake kubectl: records its arguments, and prints the names that the selector would match. An empty match is an error,
 * as with the real one.
 */
const KUBECTL = `#!/bin/sh
printf '%s\\n' "$*" >> "$LOG"
case "$*" in
  kustomize*) printf '%s' "$RENDERED" ;;
  apply*step=prepare*) echo 'error: no objects passed to apply' >&2; exit 1 ;;
  apply*step=migrate*name) echo job.batch/migrate-campaign ;;
  apply*component*name) echo deployment.apps/campaign ;;
  get\\ job*) if [ -e "$LOG.asked" ]; then printf '%s' "$CONDITION"; fi; touch "$LOG.asked" ;;
esac
`;

describe('rollout.sh', () => {
  let folder: string;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rollout-'));
    fs.writeFileSync(path.join(folder, 'kubectl'), KUBECTL, { mode: 0o755 });
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  /** Returns the exit status and kubectl's arguments without file names. The job completes at the second poll. */
  function rollOut({ condition = 'Complete ', rendered = RENDERED } = {}) {
    const log = path.join(folder, 'log');
    const { status, stderr } = spawnSync('sh', [path.join(KUBERNETES, 'rollout.sh'), 'overlay'], {
      encoding: 'utf8',
      env: {
        PATH: `${folder}:${process.env.PATH}`,
        LOG: log,
        RENDERED: rendered,
        CONDITION: condition,
      },
    });
    const asked = fs.readFileSync(log, 'utf8').trim().split('\n');
    return {
      status,
      stderr,
      asked: asked.map((line) => line.replace(/--filename \S+ | jsonpath=.*/g, '')),
    };
  }

  const LOOK = 'get job.batch/migrate-campaign --namespace tomes --output';
  const BEFORE_PODS = [
    'kustomize overlay',
    'apply --selector !app.kubernetes.io/component,!tomekeeper.dev/step',
    'apply --selector tomekeeper.dev/step=migrate --dry-run=client --output name',
    'delete --namespace tomes --ignore-not-found job.batch/migrate-campaign',
    'apply --selector tomekeeper.dev/step=migrate',
    LOOK,
    LOOK,
  ];

  it('migrates before it replaces pods, and waits for both', () => {
    expect(rollOut()).toMatchObject({
      status: 0,
      asked: [
        ...BEFORE_PODS,
        'apply --selector app.kubernetes.io/component --output name',
        'rollout status --namespace tomes --timeout=900s deployment.apps/campaign',
      ],
    });
  });

  it('ends with a failed migration, tells why, and leaves the pods alone', () => {
    const { status, asked, stderr } = rollOut({
      condition: 'Failed Job has reached the specified backoff limit',
    });
    expect(asked).toEqual([
      ...BEFORE_PODS,
      'logs --namespace tomes --selector batch.kubernetes.io/job-name=migrate-campaign --tail=40',
    ]);
    expect(stderr).toContain(
      'job.batch/migrate-campaign failed: Job has reached the specified backoff limit. No pod was replaced',
    );
    expect(status).toBe(1);
  });

  it('asks for no jobs and no pods that an overlay does not have', () => {
    const rendered = 'kind: ConfigMap\nmetadata:\n  name: product\n  namespace: tomes\n';
    expect(rollOut({ rendered })).toMatchObject({ status: 0, asked: BEFORE_PODS.slice(0, 2) });
  });
});
