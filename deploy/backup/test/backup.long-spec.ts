import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { createPostgresBackend, withBackend } from 'bullmq';
import { noteMigration, readMigrationNotes } from '@tomekeeper/installation/databases';
import {
  DATA_SERVICES,
  PASSWORD_KEYS,
  QUEUE_SCHEMA,
  SERVICES,
  dataFolder,
  loadSecrets,
  serviceFolder,
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
import { ArchiveWriter } from '../src/archive/archive-writer';
import { makeSchemas } from '../src/database/make-schemas';
import { appliedMigrations } from '../src/database/saved-tables';
import { ObjectFolder } from '../src/objects/object-folder';
import { restoreBackup } from '../src/restore-backup';
import { takeBackup } from '../src/take-backup';

/** Made by the library of all services. */
const SHARED = 'MessagingTables1700000000000';

let root: string;
let server: Postgres;
let folder: DataFolder;
let config: Config;
let objects: ObjectFolder;
/** A good backup. */
let good: string;

/** One server with a database for the backup and another for each restore. */
beforeAll(async () => {
  root = await fs.mkdtemp(path.join(os.tmpdir(), 'tk-backup-'));
  await fs.chmod(root, 0o711);
  server = await startPostgres({ dataDir: path.join(root, 'postgres'), durable: false });
  folder = dataFolder(path.join(root, 'data'));
  await fs.mkdir(folder.root);
  config = configOf(server.url, folder.root);
  objects = await ObjectFolder.empty(folder.objects);
  await prepare(config, folder, await allMigrations());
  await addJob(server.url);
  await addDocument();
  await query(server.url, INSERT_PASSAGE);
  await query(server.url, INSERT_COPY);
  good = (await save('good.tar.gz')).file;
});
afterAll(async () => {
  await server?.stop();
  await fs.rm(root, { recursive: true, force: true });
});

const configOf = (url: string, dataDir: string): Config =>
  readConfig({ DATABASE_URL: url, DATA_DIR: dataDir }, { workspace: root, here: root });

/** Names of all migrations by service, as their own builds have them. */
async function allMigrations(): Promise<Record<string, string[]>> {
  const named: Record<string, string[]> = {};
  for (const service of DATA_SERVICES) {
    const { migrations } = (await import(
      path.join(serviceFolder(service), 'dist', 'db', 'schema.js')
    )) as { migrations: { name: string }[] };
    named[service] = [SHARED, ...migrations.map(({ name }) => name)];
  }
  return named;
}

/** Roles and tables as a release with these migrations leaves them. */
async function prepare(
  place: Config,
  data: DataFolder,
  migrations: Record<string, readonly string[]>,
): Promise<void> {
  const secrets = await loadSecrets(data.secrets, { services: SERVICES, roles: PASSWORD_KEYS });
  const url = place.DATABASE_URL ?? '';
  const owners = await schemaOwners(url, place, secrets);
  const client = new Client({ connectionString: url });
  await client.connect();
  await makeSchemas(client, url, { migrations, owners, hasQueue: true, ownServer: false });
  await client.end();
  await readMigrationNotes(url, DATA_SERVICES);
  await noteMigration(url, 'mailing', 'a build');
}

const queueOf = (connectionString: string) => {
  const { Queue } = withBackend(createPostgresBackend);
  return new Queue('letters', { connection: { connectionString, schema: QUEUE_SCHEMA, max: 1 } });
};

/** @returns its id, which the queue has counted */
async function addJob(url: string): Promise<string | undefined> {
  const queue = queueOf(url);
  const { id } = await queue.add('deliver', {});
  await queue.close();
  return id;
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
    `WITH document AS (${INSERT_DOCUMENT})
     INSERT INTO document.outbox (id, kind, name, targets, payload, options)
     VALUES ($1, 'event', 'made', ARRAY['a\\b', NULL, E'tab\\t'], $3, '{}')`,
    [randomUUID(), key, { ключ: [1, null, '\n'] }],
  );
  return key;
}

const INSERT_DOCUMENT = `
  INSERT INTO document.document
    (id, campaign_id, uploader, original_filename, s3_key, content_type, size, is_spoilers)
  VALUES ($1, $1, $1, E'tab\\t and \\\\', $2, 'text/plain', 1, false)`;

/** A trigger counts it. */
const INSERT_PASSAGE = `
  INSERT INTO document.passage (document_id, campaign_id, position, kind, depth, text, folded, content, number)
  VALUES (gen_random_uuid(), gen_random_uuid(), 0, 'paragraph', 0, '', '', '{}', 1)`;

const COPIES = 'SELECT * FROM search.campaign_index';
/** Rows that the search service derives from documents. */
const INSERT_COPY = `
  INSERT INTO search.campaign_index (campaign_id, is_complete) VALUES (gen_random_uuid(), true)`;

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

it('restores the state of one moment while documents are uploaded', async () => {
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
  const rows = 'SELECT * FROM document.document ORDER BY created_at';
  const restored = await query<{ s3_key: string }>(url, rows);
  expect(restored).toHaveLength(contents.rows['document.document'] ?? -1);
  expect(restored).toEqual((await query(server.url, rows)).slice(0, restored.length));
  const events = 'SELECT * FROM document.outbox ORDER BY seq';
  const told = await query(url, events);
  expect(told).toEqual((await query(server.url, events)).slice(0, restored.length));
  // The search index is not part of the backup and starts empty: a campaign is indexed before its first
  // search result.
  expect(Object.keys(contents.rows).filter((table) => table.startsWith('search.'))).toEqual([]);
  expect(await query(server.url, COPIES)).toHaveLength(1);
  expect(await query(url, COPIES)).toEqual([]);
  const there = ObjectFolder.existing(dataFolder(place.root).objects);
  for (const { s3_key } of restored) {
    const object = await there.read(s3_key);
    expect(object?.meta.user).toEqual({ who: 'Zoë' });
    const text: Buffer[] = [];
    for await (const chunk of object?.chunks ?? []) text.push(chunk);
    expect(Buffer.concat(text).toString()).toBe(`content of ${s3_key}`);
  }
  // The first start runs all newer migrations, regardless of its build.
  expect(await readMigrationNotes(url ?? '', DATA_SERVICES)).toEqual(new Map());
  // Owners, counters and keys live on too: a service can go on where it was.
  const { databaseRoles } = await loadSecrets(dataFolder(place.root).secrets, {
    services: [],
    roles: [],
  });
  const roleUrl = (owner: string) =>
    Object.assign(new URL(url ?? ''), {
      username: `tk_place${places}_${owner}`,
      password: databaseRoles[`tk_${owner}`],
    }).href;
  const [next] = await query<{ seq: string }>(
    roleUrl('document'),
    `INSERT INTO outbox (id, kind, name, targets, payload, options)
     VALUES (gen_random_uuid(), 'event', 'made', '{}', '{}', '{}') RETURNING seq`,
  );
  expect(Number(next?.seq)).toBeGreaterThan(told.length);
  expect(await addJob(roleUrl('queue'))).toBe('2');
  const [{ id } = {}] = await query<{ id: string }>(url, 'SELECT id FROM document.document');
  const again = query(roleUrl('document'), INSERT_DOCUMENT, [id, 'campaigns/x/again']);
  await expect(again).rejects.toThrow(/unique/);
  // Rows written by triggers exist once, and the triggers are active.
  const counted = 'SELECT sum(n)::int AS n FROM document.passage_count';
  expect(await query(url, counted)).toEqual([{ n: 1 }]);
  await query(roleUrl('document'), INSERT_PASSAGE);
  expect(await query(url, counted)).toEqual([{ n: 2 }]);
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

it('says which documents had lost their file before, and saves files of the trash, of versions and in texts', async () => {
  const key = `campaigns/x/${randomUUID()}`;
  await query(server.url, INSERT_DOCUMENT, [randomUUID(), key]);
  const kept = await addDocument();
  const earlier = await addDocument();
  const inText = await addDocument();
  const copied = await addDocument();
  const { objects: before } = await save('with-it.tar.gz');
  for (const trashed of [key, kept]) await query(server.url, INTO_THE_TRASH, [trashed]);
  await query(server.url, INTO_VERSIONS, [earlier]);
  await query(server.url, INTO_TEXTS, [inText, copied]);
  const taken = await save('lossy.tar.gz');
  expect(taken.missing).toEqual([key]);
  expect(taken.objects).toBe(before);
  for (const table of ['trashed_document', 'document_version', 'passage_image'])
    await query(server.url, `DELETE FROM document.${table}`);
});

const INTO_THE_TRASH = `
  WITH deleted AS (DELETE FROM document.document WHERE s3_key = $1 RETURNING *)
  INSERT INTO document.trashed_document
    (id, campaign_id, uploader, original_filename, s3_key, content_type, size, is_spoilers, created_at, tags, pinned)
  SELECT id, campaign_id, uploader, original_filename, s3_key, content_type, size, is_spoilers, created_at, tags, pinned
    FROM deleted`;

const INTO_VERSIONS = `
  WITH deleted AS (DELETE FROM document.document WHERE s3_key = $1 RETURNING *)
  INSERT INTO document.document_version
    (document_id, campaign_id, original_filename, s3_key, content_type, size)
  SELECT id, campaign_id, original_filename, s3_key, content_type, size FROM deleted`;

const INTO_TEXTS = `
  WITH deleted AS (DELETE FROM document.document WHERE s3_key IN ($1, $2) RETURNING *)
  INSERT INTO document.passage_image
    (id, document_id, campaign_id, s3_key, width, height, bytes, made_of, fresh_at, copies)
  SELECT id, id, campaign_id, s3_key, 1, 1, 1, '', now(), jsonb_build_array(jsonb_build_object('s3_key', $2::text))
    FROM deleted WHERE s3_key = $1`;

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

it('reports an interrupted restore at startup, and repeats it on request', async () => {
  const place = await emptyPlace();
  const half = dataFolder(restoringFolder(place.root));
  await fs.mkdir(half.objects, { recursive: true });
  await fs.mkdir(path.join(place.root, 'objects', 'half'), { recursive: true });
  await expect(refuseUnfinishedRestore(dataFolder(place.root))).rejects.toThrow(
    /was interrupted, .*npm run restore -- <file> once more/,
  );
  await restoreBackup({ file: good }, place);
  await refuseUnfinishedRestore(dataFolder(place.root));
  expect(await fs.readdir(path.join(place.root, 'objects'))).not.toContain('half');
});

it('rejects a backup of another release', async () => {
  await query(
    server.url,
    `INSERT INTO contact.migrations ("timestamp", name) VALUES (9900000000000, 'Later9900000000000')`,
  );
  const { file } = await save('newer.tar.gz');
  await expect(restoreBackup({ file }, await emptyPlace())).rejects.toThrow(
    /created by another release .*another state of contact/,
  );
  await query(server.url, `DELETE FROM contact.migrations WHERE name LIKE 'Later%'`);
});

it('rejects rows of a table that no migration creates, removes partial data, and then restores an older backup there', async () => {
  await query(server.url, 'CREATE TABLE contact.by_hand AS SELECT 1 AS one');
  const { file: byHand } = await save('by-hand.tar.gz');
  await query(server.url, 'DROP TABLE contact.by_hand');
  const place = await emptyPlace();
  await expect(restoreBackup({ file: byHand }, place)).rejects.toThrow(
    /holds rows of contact\.by_hand, which the migrations of this release do not make/,
  );
  // An interrupted restore also leaves all tables of this release and its folder.
  const url = place.config.DATABASE_URL ?? '';
  expect(await query(url, 'SELECT * FROM document.document')).toEqual([]);
  await fs.access(restoringFolder(place.root));
  const older = await emptyPlace();
  await fs.mkdir(older.root);
  const { identity = [], document = [] } = await allMigrations();
  const few = { identity: identity.slice(0, 2), document: document.slice(0, 2) };
  await prepare(older.config, dataFolder(older.root), few);
  await query(older.config.DATABASE_URL, INSERT_DOCUMENT, [randomUUID(), 'campaigns/x/lost']);
  const { file } = await takeBackup(path.join(root, 'older.tar.gz'), {
    config: older.config,
    folder: dataFolder(older.root),
  });
  await restoreBackup({ file }, place);
  const client = new Client({ connectionString: url });
  await client.connect();
  for (const service of DATA_SERVICES)
    expect(await appliedMigrations(client, service)).toEqual(
      Object.hasOwn(few, service) ? few[service as keyof typeof few] : [],
    );
  await client.end();
  expect(await query(url, 'SELECT s3_key FROM document.document')).toHaveLength(1);
  expect(await readMigrationNotes(url, DATA_SERVICES)).toEqual(new Map());
});

it('refuses a backup of another format', async () => {
  const file = path.join(root, 'other-format.tar.gz');
  const archive = new ArchiveWriter(file);
  await archive.add('manifest.json', JSON.stringify({ format: 9, product: '0.9.0' }));
  await archive.add('contents.json', JSON.stringify({ rows: {}, objects: 0, missing: [] }));
  await archive.finish();
  await expect(restoreBackup({ file }, await emptyPlace())).rejects.toThrow(
    /created by another release \(0\.9\.0; format 9\).*restore it with that release/,
  );
});

it('migrates from the embedded store to a bucket and back', async () => {
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
