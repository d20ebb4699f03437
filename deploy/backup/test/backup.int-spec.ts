import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import {
  prepareDatabases,
  noteMigration,
  readMigrationNotes,
} from '@tomekeeper/installation/databases';
import {
  QUEUE_SCHEMA,
  DATA_SERVICES,
  PASSWORD_KEYS,
  SERVICES,
  dataFolder,
  loadSecrets,
  type DataFolder,
} from '@tomekeeper/installation';
import { startObjectStore } from '@tomekeeper/object-store';
import { startPostgres, type Postgres } from '@tomekeeper/launcher/backing';
import {
  refuseUnfinishedRestore,
  restoringFolder,
  readConfig,
  schemaOwners,
  type Config,
} from '@tomekeeper/launcher';
import { readArchive } from '../src/archive/archive-reader';
import { ObjectFolder } from '../src/objects/object-folder';
import { restoreBackup } from '../src/restore-backup';
import { takeBackup } from '../src/take-backup';

jest.setTimeout(180_000);

let root: string;
let server: Postgres;
let folder: DataFolder;
let config: Config;
let objects: ObjectFolder;
/** A good backup. */
let good: string;

/** One server, a database for what is saved and another for each restore. */
beforeAll(async () => {
  root = await fs.mkdtemp(path.join(os.tmpdir(), 'tk-backup-'));
  await fs.chmod(root, 0o711);
  server = await startPostgres({ dataDir: path.join(root, 'postgres'), durable: false });
  folder = dataFolder(path.join(root, 'data'));
  await fs.mkdir(folder.root);
  config = configOf(server.url, folder.root);
  objects = await ObjectFolder.empty(folder.objects);
  await prepare();
  await addDocument();
  good = (await save('good.tar.gz')).file;
});
afterAll(async () => {
  await server?.stop();
  await fs.rm(root, { recursive: true, force: true });
});

const configOf = (url: string, dataDir: string): Config =>
  readConfig({ DATABASE_URL: url, DATA_DIR: dataDir }, { workspace: root, here: root });

/** The queues' own schema, and services' with one of everything that migrations make. */
async function prepare(): Promise<void> {
  const secrets = await loadSecrets(folder.secrets, { services: SERVICES, roles: PASSWORD_KEYS });
  const owners = await schemaOwners(server.url, config, secrets);
  const queue = owners.find(({ schema }) => schema === QUEUE_SCHEMA);
  const { urls } = await prepareDatabases(server.url, {
    tenants: owners.filter((owner) => owner !== queue),
    ...(queue && { queue }),
  });
  for (const schema of DATA_SERVICES)
    await query(
      urls.get(schema),
      `CREATE TABLE migrations (id serial PRIMARY KEY, "timestamp" bigint NOT NULL, name text NOT NULL);
       INSERT INTO migrations ("timestamp", name) VALUES (1700000000000, 'First')`,
    );
  await readMigrationNotes(server.url, DATA_SERVICES);
  await noteMigration(server.url, 'mailing', 'a build');
  await query(
    urls.get('document'),
    `CREATE TYPE mood AS ENUM ('fine', 'it''s not');
     CREATE FUNCTION shout(words text) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT upper(words)';
     CREATE TABLE document (
       id uuid PRIMARY KEY, s3_key text NOT NULL UNIQUE, seq bigint GENERATED ALWAYS AS IDENTITY,
       loud text GENERATED ALWAYS AS (upper(s3_key)) STORED, mood mood DEFAULT 'it''s not',
       note jsonb, raw bytea, tags text[], at timestamptz NOT NULL DEFAULT now(),
       CONSTRAINT "a check" CHECK (s3_key <> ''));
     CREATE TABLE pending_upload (s3_key text PRIMARY KEY, of_document uuid REFERENCES document ON DELETE CASCADE);
     CREATE INDEX ON document USING gin (s3_key extensions.gin_trgm_ops) WHERE mood = 'fine';
     CREATE SEQUENCE tickets INCREMENT BY 5 CACHE 3;
     CREATE FUNCTION stamp() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.at := now(); RETURN NEW; END';
     CREATE TRIGGER stamps BEFORE UPDATE ON document FOR EACH ROW EXECUTE FUNCTION stamp();
     SELECT nextval('tickets')`,
  );
}

async function query<Row extends Record<string, unknown>>(
  url: string | undefined,
  sql: string,
  values?: unknown[],
): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

async function addDocument(): Promise<string> {
  const key = `campaigns/x/${randomUUID()}`;
  const content = Buffer.from(`content of ${key}`);
  const about = { etag: 'e', lastModified: '2026-01-01T00:00:00.000Z', contentType: 'text/plain' };
  await objects.write({
    meta: { key, size: content.length, ...about, headers: {}, user: { who: 'Zoë' }, checksums: {} },
    chunks: (async function* () {
      yield content;
    })(),
  });
  await query(
    server.url,
    `INSERT INTO document.document (id, s3_key, note, raw, tags)
     VALUES ($1, $2, $3, $4, ARRAY['a\\b', NULL, E'tab\\t'])`,
    [randomUUID(), key, { ключ: [1, null, '\n'] }, Buffer.from([0, 1, 255])],
  );
  return key;
}

let places = 0;
/** An empty database and a data folder that does not exist yet. */
async function emptyPlace(): Promise<{ config: Config; root: string }> {
  places += 1;
  await query(server.url, `CREATE DATABASE place${places} TEMPLATE template0`);
  const url = Object.assign(new URL(server.url), { pathname: `/place${places}` }).href;
  const place = path.join(root, `place${places}`);
  return { config: configOf(url, place), root: place };
}

const save = (name: string) => takeBackup(path.join(root, name), { config, folder });

it('gives everything back as it was at one moment, while documents come', async () => {
  let isWriting = true;
  const writing = (async () => {
    while (isWriting) await addDocument();
  })();
  const taken = await save('busy.tar.gz');
  isWriting = false;
  await writing;
  expect(taken.missing).toEqual([]);
  const place = await emptyPlace();
  const { contents } = await restoreBackup({ file: taken.file }, place);
  const url = place.config.DATABASE_URL;
  const rows = `SELECT id, s3_key, seq, loud, mood, note, raw, tags, at FROM document.document ORDER BY seq`;
  const restored = await query<{ s3_key: string }>(url, rows);
  expect(restored).toHaveLength(contents.rows['document.document'] ?? -1);
  const before = await query(server.url, rows);
  expect(restored).toEqual(before.slice(0, restored.length));
  const there = ObjectFolder.existing(dataFolder(place.root).objects);
  for (const { s3_key } of restored) {
    const object = await there.read(s3_key);
    expect(object?.meta.user).toEqual({ who: 'Zoë' });
    const text: Buffer[] = [];
    for await (const chunk of object?.chunks ?? []) text.push(chunk);
    expect(Buffer.concat(text).toString()).toBe(`content of ${s3_key}`);
  }
  expect(await readMigrationNotes(url ?? '', DATA_SERVICES)).toEqual(
    new Map([['mailing', 'a build']]),
  );
  // Owners, counters and keys live on too: a service can go on where it was.
  const { databaseRoles } = await loadSecrets(dataFolder(place.root).secrets, {
    services: [],
    roles: [],
  });
  const service = Object.assign(new URL(url ?? ''), {
    username: `tk_place${places}_document`,
    password: databaseRoles['tk_document'],
  }).href;
  expect(await query(service, `SELECT nextval('tickets')::int AS n`)).toEqual([{ n: 16 }]);
  const again = query(
    service,
    `INSERT INTO document (id, s3_key) SELECT gen_random_uuid(), s3_key FROM document`,
  );
  await expect(again).rejects.toThrow(/unique/);
  await expect(fs.access(restoringFolder(place.root))).rejects.toThrow(/ENOENT/);
});

it('lets removals go on once it is through, and replaces no file', async () => {
  const held = (url: string) =>
    query<{ free: boolean }>(
      url,
      `SELECT pg_try_advisory_lock_shared(hashtext('tomekeeper.object-removal')) AS free`,
    );
  expect(await held(server.url)).toEqual([{ free: true }]);
  await expect(save('good.tar.gz')).rejects.toThrow(/is there already/);
});

it('says which documents had lost their file before', async () => {
  const key = `campaigns/x/${randomUUID()}`;
  await query(
    server.url,
    `INSERT INTO document.document (id, s3_key) VALUES (gen_random_uuid(), $1)`,
    [key],
  );
  expect((await save('lossy.tar.gz')).missing).toEqual([key]);
  await query(server.url, `DELETE FROM document.document WHERE s3_key = $1`, [key]);
});

it('changes nothing where something is, and where the file is not whole', async () => {
  const file = good;
  const full = { config, root: folder.root };
  await expect(restoreBackup({ file }, full)).rejects.toThrow(
    /is not empty \(objects, secrets.json\)/,
  );
  const place = await emptyPlace();
  const elsewhere = { config: { ...config, dataDir: place.root }, root: place.root };
  await expect(restoreBackup({ file }, elsewhere)).rejects.toThrow(
    /database of DATABASE_URL is not empty/,
  );
  const cut = path.join(root, 'cut.tar.gz');
  await fs.writeFile(cut, (await fs.readFile(file)).subarray(0, -20));
  const untouched = await emptyPlace();
  await expect(restoreBackup({ file: cut }, untouched)).rejects.toThrow(/no whole backup/);
  await expect(fs.access(untouched.root)).rejects.toThrow(/ENOENT/);
});

it('tells a start that a restore was cut off, and begins again when it is told to', async () => {
  const place = await emptyPlace();
  const half = dataFolder(restoringFolder(place.root));
  await fs.mkdir(half.objects, { recursive: true });
  await fs.mkdir(path.join(place.root, 'objects', 'half'), { recursive: true });
  await expect(refuseUnfinishedRestore(dataFolder(place.root))).rejects.toThrow(
    /was cut off .*npm run restore -- <file> once more/,
  );
  await restoreBackup({ file: good }, place);
  await refuseUnfinishedRestore(dataFolder(place.root));
  expect(await fs.readdir(path.join(place.root, 'objects'))).not.toContain('half');
});

it('refuses what a newer release has saved, and what it could not give back', async () => {
  await query(
    server.url,
    `INSERT INTO contact.migrations ("timestamp", name) VALUES (9900000000000, 'Later')`,
  );
  const { file } = await save('newer.tar.gz');
  await expect(restoreBackup({ file }, await emptyPlace())).rejects.toThrow(
    /made by a newer release .*a later state of contact/,
  );
  await query(server.url, `CREATE VIEW contact.everyone AS SELECT 1 AS one`);
  await expect(save('view.tar.gz')).rejects.toThrow(/relation everyone.*use pg_dump instead/);
  expect((await fs.readdir(root)).filter((name) => name.startsWith('view'))).toEqual([]);
  await query(server.url, `DROP VIEW contact.everyone`);
});

it('goes from the embedded store into a bucket, and from there again', async () => {
  const store = await startObjectStore({
    dir: path.join(root, 'bucket'),
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    buckets: ['files'],
  });
  try {
    const place = await emptyPlace();
    const settings = {
      DATABASE_URL: place.config.DATABASE_URL,
      DATA_DIR: place.root,
      S3_BUCKET: 'files',
      S3_ENDPOINT: store.endpoint,
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    };
    const own = readConfig(settings, { workspace: root, here: root });
    const { contents } = await restoreBackup({ file: good }, { ...place, config: own });
    const file = path.join(root, 'from-bucket.tar.gz');
    const taken = await takeBackup(file, { config: own, folder: dataFolder(place.root) });
    expect(taken).toMatchObject({ missing: [], objects: contents.objects, rows: contents.rows });
    const about: unknown[] = [];
    await readArchive({ file }, ({ name, about: meta }) =>
      Promise.resolve(void (name.startsWith('objects/') && about.push(meta))),
    );
    expect(about[0]).toMatchObject({
      contentType: 'text/plain',
      size: expect.any(Number) as number,
    });
  } finally {
    await store.stop();
  }
});

it('is a plain tar file with readable rows, should all else fail', async () => {
  const names: string[] = [];
  await readArchive({ file: good }, ({ name }) => Promise.resolve(void names.push(name)));
  expect(names).toContain('database/document/document/000001.copy');
  expect(names[0]).toBe('manifest.json');
  expect(names.at(-1)).toBe('SHA256SUMS');
});
