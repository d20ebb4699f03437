import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { SERVICES } from '../src/product/services';
import { WORKSPACE } from '../src/product/workspace';
import { writeSecretFiles } from '../src/state/secret-files';

const Container = z.looseObject({
  image: z.string(),
  command: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string()).default({}),
  secrets: z.array(z.string()).default([]),
  networks: z.array(z.string()).default([]),
  read_only: z.literal(true),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  cap_drop: z.tuple([z.literal('ALL')]),
  restart: z.enum(['unless-stopped', 'no']),
  healthcheck: z.unknown().optional(),
  deploy: z.object({ resources: z.object({ limits: z.looseObject({ memory: z.string() }) }) }),
});
const Compose = z.looseObject({
  services: z.record(z.string(), Container),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});

const text = fs.readFileSync(path.join(WORKSPACE, 'docker-compose.yml'), 'utf8');
const compose = Compose.parse(parse(text, { merge: true }));
const sourceOf = (service: string, file: string) =>
  path.join(WORKSPACE, 'services', service, 'src', file);

/** `${NAME:-value}` becomes value, as compose does it when nothing is set. */
const interpolated = (value: string): string =>
  value.replace(/\$\{\w+:-([^}]*)\}/g, (_, standard: string) => standard);

describe('docker-compose.yml', () => {
  let folder: string;

  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'compose-'));
    await writeSecretFiles(folder);
  });
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  it('has a container for every service of the repository', () => {
    const services = fs.readdirSync(path.join(WORKSPACE, 'services'));
    expect([...SERVICES].sort()).toEqual(services.sort());
    expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(services));
  });

  it.each(SERVICES)('runs worker and migrations of %s from the image of its API', (service) => {
    const programs = { [`${service}-worker`]: 'main.worker', [`migrate-${service}`]: 'migrate' };
    for (const [name, program] of Object.entries(programs)) {
      const container = compose.services[name];
      if (!fs.existsSync(sourceOf(service, `${program}.ts`))) {
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
      expect(image).toMatch(/^tomekeeper\/\w+:\$\{TAG:-local\}$|:v?\d+\.\d+/);
    }
  });

  it('has a secret for every file that is made, and no other', () => {
    const made = fs.readdirSync(folder).filter((name) => name !== 'secrets.json');
    expect(Object.keys(compose.secrets).sort()).toEqual(made.sort());
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

  /** The service's own reading of its settings, as the container would have them. */
  const readSettings = (service: string, container: string, reader: string) => {
    const { environment = {}, secrets = [] } = compose.services[container] ?? {};
    const env = Object.entries(environment).map(([name, value]) => {
      const secret = /^\/run\/secrets\/(.+)$/.exec(value)?.[1];
      if (secret !== undefined) expect(secrets).toContain(secret);
      return [name, secret === undefined ? interpolated(value) : path.join(folder, secret)];
    });
    const config = path.join(WORKSPACE, 'services', service, 'dist', 'config.js');
    const program = `require(${JSON.stringify(config)}).${reader}()`;
    return spawnSync(process.execPath, ['-e', program], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, NODE_ENV: 'production', ...Object.fromEntries(env) },
    });
  };

  const containers = Object.keys(compose.services).flatMap((container) => {
    const service = container.replace(/^migrate-|-worker$/, '');
    if (!SERVICES.some((name) => name === service)) return [];
    if (service === 'gateway') return [{ container, service, reader: 'readGatewayConfig' }];
    const reader = container.startsWith('migrate-') ? 'migrationConfig' : 'config';
    return [{ container, service, reader }];
  });

  it.each(containers)('gives $container every setting it requires', (each) => {
    const { status, stderr } = readSettings(each.service, each.container, each.reader);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});
