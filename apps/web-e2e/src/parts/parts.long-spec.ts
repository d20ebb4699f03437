import { spawnSync } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { eventually, inbox } from '@tomekeeper/testing';
import { Client } from 'pg';
import { z } from 'zod';
import { browser, closeBrowser } from '../product/browser';
import { chooseUpload, sendUpload } from '../product/campaign';
import { pressSignIn } from '../product/person';
import { shipToProduct, startProduct, type Product } from '../product/product';
import {
  startPostfix,
  startPostgresServer,
  startPrometheus,
  startQueueServer,
  startRadosGateway,
  type MailServer,
  type ObjectGateway,
  type RealPart,
} from './real-parts';
import { describePart, findProgram, versionOf } from './real-program';
import { visit, type Mailbox } from './visitor';

jest.setTimeout(600_000);

const ROOT = path.resolve(__dirname, '../../../..');
const RULES = path.join(ROOT, 'deploy/observability/alerts.yaml');
const MAP = 'The mill burned down in the winter of 1402.\n';

const tell = (version: string) => process.stderr.write(`with ${version}\n`);
const mailsOf =
  ({ mailUrl }: Product): Mailbox =>
  async (address) =>
    (await inbox(mailUrl).to(address)).at(-1)?.text;

/** Each test has a separate product, which is always stopped. */
const products: Product[] = [];
async function start(settings: Record<string, string>): Promise<Product> {
  const product = await startProduct({ ROBOT_CHECK: 'none', ...settings });
  products.push(product);
  return product;
}
afterEach(async () => {
  for (const product of products.splice(0)) await product.stop();
});

describe.each(['15', '18'])('PostgreSQL %s', (major) => {
  const bin = process.env[`POSTGRES_${major}_BIN`] ?? `/usr/lib/postgresql/${major}/bin`;
  const initdb = findProgram('initdb', bin);
  const found =
    initdb && versionOf(path.join(bin, 'postgres')).includes(`) ${major}.`) ? bin : undefined;
  const programs = { [`PostgreSQL ${major} (POSTGRES_${major}_BIN)`]: found };

  describePart('of the operator', programs, () => {
    let server: Awaited<ReturnType<typeof startPostgresServer>>;
    beforeAll(async () => {
      tell(versionOf(path.join(bin, 'postgres')));
      server = await startPostgresServer(bin);
      const admin = await eventually(async () => {
        const client = new Client({ connectionString: server.database('postgres') });
        await client.connect();
        return client;
      });
      for (const name of ['first', 'second']) await admin.query(`CREATE DATABASE ${name}`);
      await admin.end();
    });
    afterAll(() => server?.stop());

    it('carries two installations, and the second changes nothing for the first', async () => {
      const first = await start({ DATABASE_URL: server.database('first') });
      const gm = await visit(first, mailsOf(first));
      const second = await start({ DATABASE_URL: server.database('second') });
      const other = await visit(second, mailsOf(second));
      expect(await gm.keep(MAP)).toBe(MAP);
      expect(await other.keep('Another map.')).toBe('Another map.');
      // New processes open new connections, with the passwords of the first installation.
      await first.control('restart', 'campaign');
      expect(await (await visit(first, mailsOf(first))).keep(MAP)).toBe(MAP);
      expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
    });
  });
});

describe.each(['redis-server', 'valkey-server'])('%s', (name) => {
  const program = findProgram(name);
  describePart('holds the queues and the counts', { [name]: program }, () => {
    let queue: RealPart;
    beforeAll(async () => {
      tell(versionOf(program ?? ''));
      queue = await startQueueServer(program ?? '');
    });
    afterAll(() => queue?.stop());

    it('while a GM signs up by mail and keeps a document', async () => {
      const product = await start(queue.settings);
      expect(await (await visit(product, mailsOf(product))).keep(MAP)).toBe(MAP);
      expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
    });
  });
});

const postfix = process.getuid?.() === 0 ? findProgram('postfix') : undefined;
describePart('Postfix', { 'root and postfix': postfix, openssl: findProgram('openssl') }, () => {
  let server: MailServer;
  beforeAll(async () => {
    tell(versionOf(findProgram('postconf') ?? 'postconf', 'mail_version'));
    server = await startPostfix(postfix ?? '');
  });
  afterAll(() => server?.stop());

  it('takes mails over TLS alone, and delivers them', async () => {
    const product = await start(server.settings);
    const mailbox: Mailbox = (address) =>
      Promise.resolve(server.mails().find((mail) => mail.includes(`To: ${address}`)));
    const { email } = await visit(product, mailbox);
    expect(await mailbox(email)).toMatch(/by mail\.example\.org \(Postfix\) with ESMTPS id/);
    expect(server.log()).toMatch(/TLS connection established from localhost/);
  });

  it('is not spoken to where its certificate is unknown', async () => {
    const { SMTP_URL = '' } = server.settings;
    const before = server.mails().length;
    await expect(start({ SMTP_URL })).rejects.toThrow(/"mailing\.smtp": "unavailable"/);
    expect(server.mails()).toHaveLength(before);
  });
});

const radosgw = findProgram('radosgw');
const radosAdmin = findProgram('radosgw-admin');
describePart("Ceph's gateway", { radosgw, 'radosgw-admin': radosAdmin }, () => {
  let store: ObjectGateway;
  beforeAll(async () => {
    tell(versionOf(radosgw ?? ''));
    store = await startRadosGateway(radosgw ?? '', radosAdmin ?? '');
  });
  afterAll(async () => {
    await closeBrowser();
    await store?.stop();
  });

  it('takes uploads from a browser, and gives them back', async () => {
    const product = await start(store.settings);
    const gm = await visit(product, mailsOf(product));
    const context = await (await browser()).newContext({ baseURL: product.url });
    const page = await context.newPage();
    await pressSignIn(page, gm);
    await page.waitForURL((url) => url.pathname !== '/login');
    const puts: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') puts.push(new URL(request.url()).origin);
    });
    await page.goto(`/campaigns/${gm.campaign}`);
    const documents = page.getByRole('region', { name: 'Documents' });
    await documents.scrollIntoViewIfNeeded();
    const dialog = await chooseUpload(page, 'Old map.txt', MAP);
    await sendUpload(dialog);
    await dialog.waitFor({ state: 'detached' });
    expect(puts).toEqual([store.endpoint]);
    await documents.getByRole('link', { name: 'Old map.txt' }).click();
    await page.getByText('The mill burned down').first().waitFor();
    await context.close();
    expect(await gm.keep('Kept without a browser.')).toBe('Kept without a browser.');
  });

  it('is refused as a place for remotes, because it ignores conditions', async () => {
    const product = await start({});
    const before = process.env;
    process.env = {
      ...before,
      SHIP_TO: `s3://${store.bucket}/remotes`,
      SHIP_S3_ENDPOINT: store.endpoint,
      AWS_ACCESS_KEY_ID: store.keys.accessKeyId,
      AWS_SECRET_ACCESS_KEY: store.keys.secretAccessKey,
    };
    try {
      await expect(shipToProduct(product.dataDir, ['campaigns'])).rejects.toThrow(
        /ignores conditions .*Nothing was changed/,
      );
    } finally {
      process.env = before;
    }
  });
});

const prometheus = findProgram('prometheus');
const promtool = findProgram('promtool');
describePart('Prometheus', { prometheus, promtool }, () => {
  it('accepts our rules', () => {
    tell(versionOf(prometheus ?? ''));
    const { status, stdout, stderr } = spawnSync(promtool ?? '', ['check', 'rules', RULES], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
    tell(stdout.trim().split('\n').at(-1) ?? '');
  });

  it('scrapes every process, evaluates every rule, and none of them cries in a calm product', async () => {
    const product = await start({ WORKERS: 'apart' });
    await (await visit(product, mailsOf(product))).keep(MAP);
    const file = await fs.readFile(path.join(product.dataDir, 'ports.json'), 'utf8');
    const ports = z.record(z.string(), z.number()).parse(JSON.parse(file));
    const services = ['identity', 'campaign', 'document', 'mailing', 'contact', 'live', 'search'];
    const targets = [
      { target: `127.0.0.1:${ports['gateway-metrics']}`, service: 'gateway', process: 'api' },
      { target: `127.0.0.1:${ports['search-model']}`, service: 'search-model', process: 'api' },
      ...services.flatMap((service) => [
        { target: `127.0.0.1:${ports[service]}`, service, process: 'api' },
        { target: `127.0.0.1:${ports[`${service}-worker`]}`, service, process: 'worker' },
      ]),
    ];
    const server = await startPrometheus(prometheus ?? '', targets, RULES);
    try {
      const Targets = z.object({
        activeTargets: z.array(z.looseObject({ health: z.string(), lastError: z.string() })),
      });
      await eventually(
        async () => {
          const { activeTargets } = Targets.parse(await server.ask('targets?state=active'));
          return (
            activeTargets.length === targets.length &&
            activeTargets.every(({ health }) => health === 'up')
          );
        },
        { timeout: 60_000 },
      );
      const Rules = z.object({
        groups: z.array(
          z.object({
            rules: z.array(
              z.looseObject({
                name: z.string(),
                health: z.string(),
                state: z.string(),
                lastError: z.string().default(''),
              }),
            ),
          }),
        ),
      });
      const rules = await eventually(
        async () => {
          const all = Rules.parse(await server.ask('rules')).groups.flatMap((group) => group.rules);
          return all.length > 0 && all.every(({ health }) => health !== 'unknown')
            ? all
            : undefined;
        },
        { timeout: 90_000 },
      );
      expect(rules.length).toBeGreaterThan(20);
      expect(rules.filter(({ health }) => health !== 'ok')).toEqual([]);
      expect(rules.filter(({ state }) => state === 'firing').map(({ name }) => name)).toEqual([]);
    } finally {
      await server.stop();
    }
  });
});
