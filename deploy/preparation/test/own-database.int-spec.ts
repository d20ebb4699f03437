import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { startPostgres, type Postgres } from '@tomekeeper/launcher/backing';
import { operate as run } from '../src/operations';

let folder: string;
let server: Postgres;
let files: string;
let databases = 0;

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'tk-own-'));
  await fs.chmod(folder, 0o711);
  server = await startPostgres({ dataDir: path.join(folder, 'postgres'), durable: false });
  // Like managed databases: the administrator is no superuser, but owns the database.
  await query(server.url, `CREATE ROLE master LOGIN CREATEROLE CREATEDB PASSWORD 'first:@/word'`);
});
afterAll(async () => {
  await server?.stop();
  await fs.rm(folder, { recursive: true });
});
beforeEach(async () => {
  databases += 1;
  files = path.join(folder, `files-${databases}`);
  await query(server.url, `CREATE DATABASE tomes${databases} OWNER master TEMPLATE template0`);
  await rotate('first:@/word');
});

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function rotate(password: string): Promise<void> {
  await query(server.url, `ALTER ROLE master PASSWORD '${password}'`);
}

const databaseUrl = () =>
  Object.assign(new URL(server.url), {
    username: '',
    password: '',
    pathname: `/tomes${databases}`,
  });

/** Runs a command of the image `operations`. */
const operate = (command: string): Promise<void> => run([command, files]);

async function makeSecrets(url = databaseUrl().href): Promise<void> {
  process.env.DATABASE_ADMIN_URL = url;
  process.env.QUEUE_URL = 'rediss://queue.example.org';
  await operate('secrets');
}
afterAll(() => {
  delete process.env.DATABASE_ADMIN_URL;
  delete process.env.QUEUE_URL;
});
const tell = (administrator: object) =>
  fs.writeFile(path.join(files, 'database-server.json'), JSON.stringify(administrator));
const secret = async (name: string) => (await fs.readFile(path.join(files, name), 'utf8')).trim();
const master = (password = 'first:@/word') => ({
  username: 'master',
  password,
  engine: 'postgres',
});

async function expectPrepared(): Promise<void> {
  const campaign = await secret('campaign-database-url');
  await query(campaign, 'CREATE TABLE campaign (id int); DROP TABLE campaign');
  await expect(query(campaign, 'CREATE SCHEMA other')).rejects.toThrow(/permission denied/);
}

it('prepares after the administrator has another password, again and again', async () => {
  await makeSecrets();
  await tell(master());
  await operate('own-database');
  await rotate('second');
  await fs.rm(path.join(files, 'database-server.json'));
  await operate('prepare');
  await operate('prepare');
  await expectPrepared();
  const [owner] = await query(
    server.url,
    `SELECT rolname, rolsuper, rolcreatedb FROM pg_roles r
       JOIN pg_database d ON d.datdba = r.oid WHERE datname = 'tomes${databases}'`,
  );
  expect(owner).toEqual({
    rolname: `tk_tomes${databases}_owner`,
    rolsuper: false,
    rolcreatedb: false,
  });
});

it('takes ownership of objects that the administrator created', async () => {
  const administered = Object.assign(databaseUrl(), {
    username: 'master',
    password: 'first%3A%40%2Fword',
  });
  await makeSecrets(administered.href);
  await operate('prepare');
  await query(await secret('campaign-database-url'), 'CREATE TABLE kept (id int)');

  await makeSecrets();
  await tell(master());
  await operate('own-database');
  await operate('own-database');
  await rotate('second');
  await operate('prepare');
  await expectPrepared();
  expect(await query(await secret('campaign-database-url'), 'SELECT * FROM kept')).toEqual([]);
});

it('reports the problem and changes nothing', async () => {
  await makeSecrets();
  await expect(operate('own-database')).rejects.toThrow(/database-server.json/);
  await fs.writeFile(path.join(files, 'database-server.json'), 'master:word');
  await expect(operate('own-database')).rejects.toThrow(/must be JSON with the server adminis/);
  await tell(master('wrong'));
  await expect(operate('own-database')).rejects.toThrow(/password authentication failed/);
  await query(server.url, `CREATE ROLE guest${databases} LOGIN PASSWORD 'g'`);
  await tell({ username: `guest${databases}`, password: 'g' });
  await expect(operate('own-database')).rejects.toThrow(/guest\d may not make roles or give this/);
  const owner = `tk_tomes${databases}_owner`;
  expect(await query(server.url, `SELECT FROM pg_roles WHERE rolname = '${owner}'`)).toEqual([]);
});

it('leaves the owner of another database alone', async () => {
  await makeSecrets();
  const owner = new URL(await secret('database-admin-url')).username;
  await query(server.url, `CREATE ROLE ${owner} LOGIN PASSWORD 'theirs'`);
  await query(server.url, `CREATE DATABASE other${databases} OWNER ${owner} TEMPLATE template0`);
  await tell(master());
  await expect(operate('own-database')).rejects.toThrow(
    /owns the database other\d, so nothing was/,
  );
  const theirs = Object.assign(databaseUrl(), { username: owner, password: 'theirs' });
  expect(await query(theirs.href, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});
