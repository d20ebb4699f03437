import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { SEARCH_MODEL, SERVICES, WORKSPACE } from '@tomekeeper/installation';
import { writeSecretFiles } from '@tomekeeper/preparation';
import { checksFolder } from './checks-folder';
import {
  COMPOSE_FILE,
  containerOf,
  interpolated,
  programOf,
  readCompose,
  secretIn,
} from './compose-file';
import { judgeSettings, NOTHING_TO_SAY, type DescribedProcess } from './service-settings';

// Child processes are slow on a loaded machine.

const compose = readCompose();
const REQUIRED = { POOL_ID: 'tomekeeper_abc123' };

/** Runs the linter: the schema of the compose specification, and best practices. */
function lint(file: string): unknown {
  const linter = path.join(checksFolder(), 'lint-compose.mjs');
  const { stdout, stderr } = spawnSync(process.execPath, [linter, file], { encoding: 'utf8' });
  return stderr === '' ? z.array(z.string()).parse(JSON.parse(stdout)) : stderr;
}

describe('docker-compose.yml', () => {
  let folder: string;

  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'compose-'));
    await writeSecretFiles(folder);
  });
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  it('is of the form that the compose specification describes', () => {
    expect(lint(COMPOSE_FILE)).toEqual([]);
  });

  it('would be refused with a misspelt key', () => {
    const broken = path.join(folder, 'docker-compose.yml');
    const text = fs.readFileSync(COMPOSE_FILE, 'utf8');
    fs.writeFileSync(broken, text.replace('stop_signal: SIGINT', 'stop_signall: SIGINT'));
    expect(lint(broken)).toEqual([expect.stringContaining('/services/postgres')]);
  });

  it('has a container for every service of the repository', () => {
    const services = fs.readdirSync(path.join(WORKSPACE, 'services'));
    expect([...SERVICES, SEARCH_MODEL].sort()).toEqual(services.sort());
    expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(services));
  });

  it.each(SERVICES)('runs worker and migrations of %s from the image of its API', (service) => {
    for (const program of ['main.worker', 'migrate'] as const) {
      const container = compose.services[containerOf(service, program)];
      const source = path.join(WORKSPACE, 'services', service, 'src', `${program}.ts`);
      if (!fs.existsSync(source)) {
        expect(container).toBeUndefined();
        continue;
      }
      expect(container?.image).toBe(compose.services[service]?.image);
      expect(container?.command).toEqual(['node', `dist/${program}.js`]);
    }
  });

  it('watches the health of everything that stays up', () => {
    for (const [name, { restart, healthcheck }] of Object.entries(compose.services)) {
      expect([name, healthcheck !== undefined]).toEqual([name, restart !== 'no']);
    }
  });

  it('pins every image', () => {
    for (const { image } of Object.values(compose.services)) {
      expect(image).toMatch(/^tomekeeper\/[\w-]+:\$\{TAG:-local\}$|:v?\d+\.\d+/);
    }
  });

  it('is root nowhere but where a volume is handed over', () => {
    // Our images set their user in the Dockerfile, which another test checks.
    for (const [name, { image, user }] of Object.entries(compose.services)) {
      if (!image.startsWith('tomekeeper/')) {
        expect([name, user]).toEqual([
          name,
          name === 'storage-owner' ? '0:0' : expect.not.stringMatching(/^(0|root)/),
        ]);
      }
    }
  });

  it('has a secret for every generated file, and no other', async () => {
    const made = fs.mkdtempSync(path.join(folder, 'made-'));
    await writeSecretFiles(made);
    const names = fs.readdirSync(made).filter((name) => name !== 'secrets.json');
    expect(Object.keys(compose.secrets).sort()).toEqual(names.sort());
  });

  it('keeps each private key, and each database password, to one service', () => {
    const admins = ['prepare', 'postgres'];
    for (const [name, { secrets }] of Object.entries(compose.services)) {
      if (admins.includes(name)) continue;
      const service = name.replace(/^migrate-|-worker$/, '');
      for (const secret of secrets.filter((each) => /private-key$|^database-|-url$/.test(each))) {
        expect([`${service}-private-key`, `${service}-database-url`, 'queue-url']).toContain(
          secret,
        );
      }
    }
  });

  it('starts again with the same secrets', async () => {
    const before = fs.readFileSync(path.join(folder, 'pool-keys'), 'utf8');
    await writeSecretFiles(folder);
    expect(fs.readFileSync(path.join(folder, 'pool-keys'), 'utf8')).toBe(before);
  });

  it('does not start without a name for the user pool', () => {
    const { POOL_ID = '' } = compose.services['identity']?.environment ?? {};
    expect(() => interpolated(POOL_ID, {})).toThrow('POOL_ID is not set');
  });

  it('gives every process its required settings, and no unknown ones', () => {
    const processes = Object.entries(compose.services).flatMap(([name, container]) => {
      const program = programOf(name);
      return program ? [{ name, ...program, environment: environmentOf(container) }] : [];
    });
    expect(processes).toHaveLength(23);
    expect(judgeSettings(processes)).toEqual(
      Object.fromEntries(processes.map(({ name }) => [name, NOTHING_TO_SAY])),
    );
  });

  /** Returns the container's environment, with its secrets in `folder`. */
  function environmentOf({
    environment,
    secrets,
  }: (typeof compose.services)[string]): DescribedProcess['environment'] {
    const settings = Object.entries(environment).map(([name, value]) => {
      const secret = secretIn(value);
      if (secret !== undefined) expect(secrets).toContain(secret);
      return [name, secret ? path.join(folder, secret) : interpolated(value, REQUIRED)];
    });
    return Object.fromEntries(settings);
  }
});
