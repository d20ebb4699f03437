import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { freePort, findProcess } from '@tomekeeper/cli-kit';
import { prepareDatabases } from '@tomekeeper/installation/databases';
import { startPostgres, type Postgres } from '../src/backing';
import { query } from './query';

let folder: string;
const running: Postgres[] = [];

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'tk-pg-'));
  await fs.chmod(folder, 0o711);
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
  await fs.rm(folder, { recursive: true });
});

async function start(more: { port?: number; durable?: boolean } = {}): Promise<Postgres> {
  const server = await startPostgres({
    dataDir: path.join(folder, 'postgres'),
    durable: false,
    ...more,
  });
  running.push(server);
  return server;
}

it('creates UTF-8 databases regardless of the locale of the console', async () => {
  const { url } = await start();
  expect(
    await query(url, `SELECT lower('ÀÉ') AS text, current_setting('server_encoding') AS enc`),
  ).toEqual([{ text: 'àé', enc: 'UTF8' }]);
});

it('starts again on the same data and stops permanently', async () => {
  const first = await start();
  await query(first.url, 'CREATE TABLE kept (id int)');
  await first.stop();
  expect(findProcess(first.pid)).toBeUndefined();
  const second = await start();
  expect(await query(second.url, 'SELECT count(*)::int AS n FROM kept')).toEqual([{ n: 0 }]);
});

it('loses nothing that was committed when it is killed', async () => {
  const first = await start({ durable: true });
  await query(first.url, 'CREATE TABLE kept (id int)');
  await query(first.url, 'INSERT INTO kept VALUES (1)');
  process.kill(first.pid, 'SIGKILL');
  await first.exited;
  const second = await start({ durable: true });
  expect(await query(second.url, 'SELECT id FROM kept')).toEqual([{ id: 1 }]);
});

it('takes over from a server that a killed launcher left running', async () => {
  const launcher = spawn(
    process.execPath,
    [
      '-e',
      `require('./dist/backing').startPostgres({dataDir: process.argv[1], durable: false}).then((s) => console.log(s.pid))`,
      path.join(folder, 'postgres'),
    ],
    { cwd: path.join(__dirname, '..'), stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const orphan = Number(
    await new Promise<string>((resolve) => {
      launcher.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString()));
    }),
  );
  launcher.kill('SIGKILL');
  expect(findProcess(orphan)).toBeDefined();
  const { url } = await start();
  expect(findProcess(orphan)).toBeUndefined();
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

it('repairs the leftovers of an interrupted first start', async () => {
  const half = path.join(folder, 'postgres', 'cluster.init');
  await fs.mkdir(half, { recursive: true });
  await fs.writeFile(path.join(half, 'PG_VERSION'), '18');
  const { url } = await start();
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

it('says so when the data belong to another release', async () => {
  const cluster = path.join(folder, 'postgres', 'cluster');
  await fs.mkdir(cluster, { recursive: true });
  await fs.writeFile(path.join(cluster, 'PG_VERSION'), '15\n');
  await expect(start()).rejects.toThrow(
    /belongs to PostgreSQL 15.*brings PostgreSQL 18: back it up with the release that made it.*npm run restore/,
  );
});

it('says so when its port is in use', async () => {
  const port = await freePort();
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await expect(start({ port })).rejects.toThrow(`Port ${port} (PostgreSQL) is in use`);
  server.close();
});

it('gives every service access to its own schema only', async () => {
  const { url } = await start();
  const tenants = ['campaign', 'document'].map((name) => ({
    role: `tk_${name}`,
    schema: name,
    password: `secret of ${name}`,
  }));
  const options = { tenants, queue: { role: 'tk_queue', password: 'q' }, ownServer: true };
  await prepareDatabases(url, options);
  const { urls } = await prepareDatabases(url, options);
  const campaign = urls.get('campaign') ?? '';
  await query(campaign, 'CREATE TABLE campaign (id int)');
  await query(urls.get('document') ?? '', 'CREATE TABLE document (id int)');
  for (const sql of [
    'SELECT * FROM document.document',
    'SELECT * FROM bullmq.job',
    'CREATE TABLE public.x (id int)',
    'CREATE SCHEMA x',
    'CREATE ROLE x',
  ]) {
    await expect(query(campaign, sql)).rejects.toThrow(/permission denied/);
  }
  const elsewhere = Object.assign(new URL(campaign), { pathname: '/postgres' }).href;
  await expect(query(elsewhere, 'SELECT 1')).rejects.toThrow(/permission denied/);
  const wrong = Object.assign(new URL(campaign), { password: 'wrong' }).href;
  await expect(query(wrong, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
});

it("prepares an operator's database without being its superuser", async () => {
  const { url } = await start();
  await query(url, `CREATE ROLE operator LOGIN CREATEROLE PASSWORD 'op'`);
  await query(url, 'CREATE DATABASE theirs OWNER operator');
  const theirs = Object.assign(new URL(url), {
    username: 'operator',
    password: 'op',
    pathname: '/theirs',
  }).href;
  const { urls } = await prepareDatabases(theirs, {
    tenants: [{ role: 'tk_campaign', schema: 'campaign', password: 'p' }],
    queue: { role: 'tk_queue', password: 'q' },
  });
  await query(urls.get('campaign') ?? '', 'CREATE TABLE campaign (id int)');
  await query(url, `CREATE ROLE guest LOGIN PASSWORD 'g'`);
  await query(url, 'GRANT CONNECT ON DATABASE theirs TO guest');
  const guest = Object.assign(new URL(theirs), { username: 'guest', password: 'g' }).href;
  const absent = Object.assign(new URL(guest), { pathname: '/absent' }).href;
  await expect(prepareDatabases(absent, { tenants: [] })).rejects.toThrow(
    /absent can't be used .*does not exist.*check DATABASE_URL/,
  );
  await expect(prepareDatabases(guest, { tenants: [] })).rejects.toThrow(
    /DATABASE_URL may not make/,
  );
});
