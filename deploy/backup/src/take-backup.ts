import fs from 'node:fs/promises';
import path from 'node:path';
import type { Client } from 'pg';
import { ownParts, openDatabase, type Config, type OpenDatabase } from '@tomekeeper/launcher';
import { QUEUE_SCHEMA, WORKSPACE, type DataFolder } from '@tomekeeper/installation';
import { readPointerFile, usage, filesIn } from '@tomekeeper/shipping';
import { errorCode, StartupProblem } from '@tomekeeper/cli-kit';
import { ArchiveWriter } from './archive/archive-writer';
import { dumpDatabase } from './database/dump-database';
import { DERIVED_SCHEMAS, SCHEMAS } from './database/make-schemas';
import { appliedMigrations, queueVersion } from './database/saved-tables';
import {
  CONTENTS_ENTRY,
  FORMAT,
  MANIFEST_ENTRY,
  OBJECTS_FOLDER,
  REMOTES_FOLDER,
  SECRETS_ENTRY,
  type Contents,
  type Manifest,
} from './manifest';
import { ObjectBucket } from './objects/object-bucket';
import { ObjectFolder } from './objects/object-folder';
import type { ObjectPlace } from './objects/stored-objects';

/** While a session holds this lock, the document service removes no object; it names it likewise. */
const HOLD_REMOVALS = `SELECT pg_advisory_lock(hashtext('tomekeeper.object-removal'))`;

export type Taken = Contents & { readonly file: string; readonly bytes: number };

/**
 * Saves an installation in one file while it is in use. The database snapshot is taken first; then its
 * objects are saved, and no object is removed until all are saved. In the reverse order, a document uploaded
 * in between would have no file.
 */
export async function takeBackup(
  target: string,
  { config, folder, passphrase }: { config: Config; folder: DataFolder; passphrase?: string },
): Promise<Taken> {
  const database = await openDatabase(config, folder);
  try {
    const file = await fileFor(target, passphrase !== undefined);
    const archive = new ArchiveWriter(file, { passphrase });
    try {
      const objects = ownParts(config).storage
        ? new ObjectBucket(config)
        : ObjectFolder.existing(folder.objects);
      const taken = await fill(archive, database, objects, folder);
      await archive.finish();
      return { ...taken, file, bytes: (await fs.stat(file)).size };
    } catch (error) {
      await archive.abandon();
      throw error;
    }
  } finally {
    await database.close();
  }
}

async function fill(
  archive: ArchiveWriter,
  database: OpenDatabase,
  objects: ObjectPlace,
  folder: DataFolder,
): Promise<Contents> {
  const holding = await database.connect();
  try {
    await holding.query(HOLD_REMOVALS);
    const { rows, keys } = await saveDatabase(archive, database);
    await saveFile(archive, SECRETS_ENTRY, folder.secrets);
    await saveRemotes(archive, folder);
    const saved = await saveObjects(archive, objects, keys);
    // The lock ends with its session: without the lock, objects may have been removed.
    await holding.query('SELECT 1');
    const contents = { rows, ...saved };
    await archive.add(CONTENTS_ENTRY, JSON.stringify(contents));
    return contents;
  } finally {
    await holding.end().catch(() => undefined);
  }
}

type Keys = { readonly key: string; readonly isDocument: boolean }[];

/** Keys of all objects. A note has a key, but no object. */
const KEYS = `
  SELECT s3_key AS key, true AS "isDocument" FROM document.document WHERE s3_key NOT LIKE 'notes/%'
  UNION ALL SELECT s3_key, true FROM document.trashed_document WHERE s3_key NOT LIKE 'notes/%'
  UNION ALL SELECT s3_key, true FROM document.document_version
  UNION ALL SELECT picture_key, false FROM document.picture WHERE state = 'ready'
  UNION ALL SELECT s3_key, false FROM document.passage_image
  UNION ALL SELECT c ->> 's3_key', false FROM document.passage_image, jsonb_array_elements(copies) c
  UNION ALL SELECT s3_key, false FROM document.member_picture
  UNION ALL SELECT unnest(array_remove(ARRAY[s3_key, picture ->> 'key'], NULL)), false FROM document.import_item
  UNION ALL SELECT source_key, false FROM document.import WHERE state IN ('waiting', 'extracting')
  UNION ALL SELECT upload_key, false FROM document.pending_upload ORDER BY key`;

async function saveDatabase(archive: ArchiveWriter, database: OpenDatabase) {
  const client = await database.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { rows: found } = await client.query<{ name: string }>(
      'SELECT nspname AS name FROM pg_namespace WHERE nspname = ANY($1) ORDER BY nspname',
      [SCHEMAS],
    );
    const schemas = found.map(({ name }) => name);
    await archive.add(MANIFEST_ENTRY, JSON.stringify(await manifestOf(client, schemas), null, 2));
    const saved = schemas.filter((name) => !DERIVED_SCHEMAS.includes(name));
    const rows = await dumpDatabase(client, saved, archive);
    const { rows: keys } = await client.query<Keys[number]>(KEYS);
    await client.query('COMMIT');
    return { rows, keys };
  } finally {
    await client.end();
  }
}

async function manifestOf(client: Client, schemas: readonly string[]): Promise<Manifest> {
  const migrations: Manifest['migrations'] = {};
  for (const schema of schemas.filter((name) => name !== QUEUE_SCHEMA))
    migrations[schema] = await appliedMigrations(client, schema);
  return {
    format: FORMAT,
    madeAt: new Date().toISOString(),
    product: await productVersion(),
    migrations,
    ...(schemas.includes(QUEUE_SCHEMA) && { queue: await queueVersion(client) }),
  };
}

async function productVersion(): Promise<string> {
  const text = await fs.readFile(path.join(WORKSPACE, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

async function saveObjects(archive: ArchiveWriter, objects: ObjectPlace, keys: Keys) {
  const missing: string[] = [];
  let saved = 0;
  for (const { key, isDocument } of keys) {
    const object = await objects.read(key);
    if (object) {
      const { meta, chunks } = object;
      await archive.addStream(OBJECTS_FOLDER + key, meta.size, chunks, { about: meta });
      saved += 1;
    } else if (isDocument) missing.push(key);
  }
  return { objects: saved, missing };
}

/** The pointers, and the versions that they lead to now or by a rollback. */
async function saveRemotes(archive: ArchiveWriter, folder: DataFolder): Promise<void> {
  const text = await fs.readFile(folder.pointers).catch(unlessAbsent);
  if (!text) return;
  const { pointers } = readPointerFile(JSON.parse(text.toString('utf8')));
  for (const [id, pointer] of Object.entries(pointers))
    for (const version of usage(pointer).kept) {
      const at = path.join(folder.remotes, id, version);
      for (const file of await filesIn(at).catch(() => []))
        await saveFile(archive, `${REMOTES_FOLDER}${id}/${version}/${file}`, path.join(at, file));
    }
  await archive.add(REMOTES_FOLDER + path.basename(folder.pointers), text);
}

async function saveFile(archive: ArchiveWriter, name: string, file: string): Promise<void> {
  const content = await fs.readFile(file).catch(unlessAbsent);
  if (content) await archive.add(name, content);
}

function unlessAbsent(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error;
}

/** File name with the current time for a folder; never an existing file. */
async function fileFor(target: string, isSealed: boolean): Promise<string> {
  const about = await fs.stat(target).catch(unlessAbsent);
  if (about && !about.isDirectory())
    throw new StartupProblem(`${target} is there already: a backup replaces no file.`);
  const time = new Date().toISOString().replace(/\.\d+/, '').replaceAll(':', '-');
  const ending = isSealed ? '.tar.gz.sealed' : '.tar.gz';
  const file = about ? path.join(target, `tomekeeper-${time}${ending}`) : target;
  await fs.access(path.dirname(file), fs.constants.W_OK).catch((error: unknown) => {
    throw new StartupProblem(
      `No file can be written in ${path.dirname(file)} (${errorCode(error)}): make the folder, or name another.`,
    );
  });
  return file;
}
