import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { WORKSPACE } from '@tomekeeper/installation';
import { COMPOSE_FILE, readCompose } from './compose-file';

const SCRIPT = path.join(WORKSPACE, 'deploy/docker/roll.sh');

/** Stands in for Compose and the engine: two containers of each service, more once it is told to. `npm run test:long -- containers` has real ones. */
const ENGINE = `#!/bin/sh
echo "$*" >> "$CALLS"
case "$*" in
  'config --services') echo "$SERVICES" | tr ' ' '\\n' ;;
  'ps --all '*) [ -e "$CALLS.scaled" ] && printf 'old1\\nold2\\nnew1\\nnew2\\n' ;;
  'ps --quiet '*) printf 'old1\\nold2\\n' ;;
  *--scale*) : > "$CALLS.scaled" ;;
  inspect*) echo healthy ;;
esac
exit 0
`;

describe('roll.sh', () => {
  let folder: string;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'roll-'));
    fs.writeFileSync(path.join(folder, 'engine'), ENGINE, { mode: 0o755 });
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  /** @returns how it ended, what it said and the calls that change something */
  function roll(service: string) {
    const engine = path.join(folder, 'engine');
    const calls = path.join(folder, 'calls');
    const { status, stdout, stderr } = spawnSync('sh', [SCRIPT, service], {
      encoding: 'utf8',
      env: {
        ...process.env,
        COMPOSE_FILE,
        DOCKER: engine,
        COMPOSE: engine,
        CALLS: calls,
        SERVICES: Object.keys(readCompose().services).join(' '),
      },
    });
    const called = fs.readFileSync(calls, 'utf8').trim().split('\n');
    return {
      status,
      said: stdout + stderr,
      changes: called.filter((call) => !/^(config|ps|inspect) /.test(call)),
    };
  }

  const UP = 'up --detach --no-build --no-deps';

  it('brings the database of a service up to date first, and renews its worker last', () => {
    expect(roll('campaign')).toEqual({
      status: 0,
      said: 'campaign: 2 renewed.\n',
      changes: [
        'run --rm --no-deps migrate-campaign',
        `${UP} --no-recreate --scale campaign=4 campaign`,
        'stop old1',
        'rm old1',
        'stop old2',
        'rm old2',
        `${UP} campaign-worker`,
      ],
    });
  });

  it('renews search-model, which has neither database nor worker', () => {
    expect(roll('search-model')).toEqual({
      status: 0,
      said: 'search-model: 2 renewed.\n',
      changes: [
        `${UP} --no-recreate --scale search-model=4 search-model`,
        'stop old1',
        'rm old1',
        'stop old2',
        'rm old2',
      ],
    });
  });

  it.each(['gateway', 'postgres', 'dragon'])('leaves %s alone and says why', (name) => {
    const { status, said, changes } = roll(name);
    expect([status, changes]).toEqual([64, []]);
    expect(said).toContain(`'${name}' is neither`);
  });
});
