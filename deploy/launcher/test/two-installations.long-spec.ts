import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { prepareDatabases, chooseRoles } from '@tomekeeper/installation/databases';
import { startPostgres, type Postgres } from '../src/backing';
import { query } from './query';

const OWNERS = ['campaign', 'document'].map((name) => ({ schema: name, owner: name }));

let folder: string;
let server: Postgres;
let databases = 0;

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'tk-two-'));
  await fs.chmod(folder, 0o711);
  server = await startPostgres({ dataDir: path.join(folder, 'postgres'), durable: false });
});
afterAll(async () => {
  await server?.stop();
  await fs.rm(folder, { recursive: true });
});

/** @returns the administrator's URL of a new database */
async function database(): Promise<string> {
  databases += 1;
  await query(server.url, `CREATE DATABASE tomes${databases} TEMPLATE template0`);
  return Object.assign(new URL(server.url), { pathname: `/tomes${databases}` }).href;
}

const password = (adminUrl: string) => `secret of ${new URL(adminUrl).pathname}`;

async function start(adminUrl: string, prefix?: string): Promise<ReadonlyMap<string, string>> {
  const roles = await chooseRoles(adminUrl, OWNERS, prefix);
  const tenants = OWNERS.map(({ schema }) => ({
    schema,
    role: roles.get(schema) ?? '',
    password: password(adminUrl),
  }));
  return (await prepareDatabases(adminUrl, { tenants })).urls;
}

const insert = (urls: ReadonlyMap<string, string>, name: string) =>
  query(urls.get(name) ?? '', `INSERT INTO ${name} DEFAULT VALUES RETURNING id`);

it('run in parallel on one server, in any order of starts', async () => {
  const [first, second] = [await database(), await database()];
  const ofFirst = await start(first);
  const ofSecond = await start(second);
  for (const [urls, adminUrl] of [
    [ofFirst, first],
    [ofSecond, second],
    [await start(first), first],
  ] as const) {
    const { username } = new URL(urls.get('campaign') ?? '');
    expect(username).toBe(`tk_${new URL(adminUrl).pathname.slice(1)}_campaign`);
    await query(urls.get('campaign') ?? '', 'CREATE TABLE IF NOT EXISTS campaign (id serial)');
  }
  expect(await insert(ofFirst, 'campaign')).toEqual([{ id: 1 }]);
  expect(await insert(ofSecond, 'campaign')).toEqual([{ id: 1 }]);
});

it('take no role that belongs to the other one', async () => {
  const [first, second] = [await database(), await database()];
  const urls = await start(first, 'ours');
  await query(urls.get('campaign') ?? '', 'CREATE TABLE campaign (id serial)');
  await expect(start(second, 'ours')).rejects.toThrow(
    /role ours_campaign of this server belongs to the installation in the database tomes\d+, so nothing was changed.*DATABASE_ROLE_PREFIX/,
  );
  expect(await insert(urls, 'campaign')).toEqual([{ id: 1 }]);
  await start(second, 'theirs');
});

it('do not take over a schema of another installation', async () => {
  const adminUrl = await database();
  await query(adminUrl, 'CREATE ROLE app LOGIN; CREATE SCHEMA document AUTHORIZATION app');
  await expect(start(adminUrl)).rejects.toThrow(
    /schema document of this database belongs to app .*a separate database/,
  );
});

it('hand a renamed database over to roles named after it', async () => {
  const adminUrl = await database();
  const before = await start(adminUrl);
  await query(before.get('campaign') ?? '', 'CREATE TABLE campaign (id serial)');
  await query(server.url, `ALTER DATABASE tomes${databases} RENAME TO renamed`);
  const urls = await start(Object.assign(new URL(adminUrl), { pathname: '/renamed' }).href);
  expect(new URL(urls.get('campaign') ?? '').username).toBe('tk_renamed_campaign');
  expect(await insert(urls, 'campaign')).toEqual([{ id: 1 }]);
  await query(server.url, 'DROP DATABASE renamed');
});

it('share no roles after a database is copied', async () => {
  const original = await database();
  const ofOriginal = await start(original);
  for (const name of ['campaign', 'document'])
    await query(ofOriginal.get(name) ?? '', `CREATE TABLE ${name} (id serial)`);
  await query(server.url, `CREATE DATABASE copied TEMPLATE tomes${databases}`);
  await expect(start(original)).rejects.toThrow(
    /belongs to the installation in the database copied/,
  );
  const ofCopy = await start(Object.assign(new URL(original), { pathname: '/copied' }).href);
  expect(new URL(ofCopy.get('document') ?? '').username).toBe('tk_copied_document');
  for (const urls of [ofCopy, await start(original)])
    for (const name of ['campaign', 'document'])
      expect(await insert(urls, name)).toEqual([{ id: 1 }]);
  const stranger = Object.assign(new URL(ofCopy.get('campaign') ?? ''), {
    pathname: new URL(original).pathname,
  }).href;
  await expect(query(stranger, 'SELECT * FROM campaign.campaign')).rejects.toThrow(
    /permission denied/,
  );
  await query(server.url, 'DROP DATABASE copied');
});
