import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { startPostgres, type Postgres } from '@tomekeeper/launcher/backing';
import {
  PASSWORD_KEYS,
  SERVICES,
  dataFolder,
  loadSecrets,
  type DataFolder,
} from '@tomekeeper/installation';
import {
  ownParts,
  lockInstance,
  schemaOwners,
  clearForRestore,
  restoringFolder,
  type Config,
} from '@tomekeeper/launcher';
import { writeJson, errorCode, StartupProblem } from '@tomekeeper/cli-kit';
import type { BlobMeta } from '@tomekeeper/object-store';
import {
  readArchive,
  verifyArchive,
  whole,
  type Archive,
  type ArchiveEntry,
} from './archive/archive-reader';
import { DatabaseLoader } from './database/load-database';
import { makeSchemas, refuseRows } from './database/make-schemas';
import { DATABASE_FOLDER } from './database/saved-tables';
import {
  contents as contentsOf,
  CONTENTS_ENTRY,
  MANIFEST_ENTRY,
  readManifest,
  OBJECTS_FOLDER,
  REMOTES_FOLDER,
  SECRETS_ENTRY,
  type Contents,
  type Manifest,
} from './manifest';
import { ObjectBucket } from './objects/object-bucket';
import { ObjectFolder } from './objects/object-folder';
import type { ObjectPlace } from './objects/stored-objects';

export type Restored = { readonly manifest: Manifest; readonly contents: Contents };

/** While a session holds this lock, no other restore makes anything in the database. */
const HOLD_RESTORES = `SELECT pg_advisory_lock(hashtext('tomekeeper.restore'))`;

/** Targets of a restore. They become effective only after a complete restore. */
type Target = {
  readonly folder: DataFolder;
  readonly objects: ObjectPlace;
  readonly adminUrl: string;
  readonly config: Config;
};

/** Makes an installation out of a backup, in an empty data folder (and database, where that is one's own). */
export async function restoreBackup(
  archive: Archive,
  { config, root }: { config: Config; root: string },
): Promise<Restored> {
  const saved = await verifyArchive(archive, [MANIFEST_ENTRY, CONTENTS_ENTRY]);
  const manifest = await readManifest(textOf(saved, MANIFEST_ENTRY));
  const contents = contentsOf.parse(JSON.parse(textOf(saved, CONTENTS_ENTRY)));
  const folder = dataFolder(root);
  await makeLockable(folder);
  const release = await lockInstance(folder.run, 'a restore');
  try {
    await clearForRestore(folder);
    await build(archive, { manifest, contents }, config, root);
  } finally {
    await release();
  }
  return { manifest, contents };
}

async function makeLockable({ root, run }: DataFolder): Promise<void> {
  await fs.mkdir(run, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw new StartupProblem(
      `The data folder ${root} can't be written (${errorCode(error)}): give this user the right to, or choose another with DATA_DIR=<folder>.`,
    );
  });
}

async function build(
  archive: Archive,
  saved: Restored,
  config: Config,
  root: string,
): Promise<void> {
  const staging = restoringFolder(root);
  const folder = dataFolder(staging);
  const own = ownParts(config);
  // PostgreSQL runs as another user when we are root, and must be able to pass through.
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  await fs.chmod(root, mode);
  await fs.mkdir(staging, { mode });
  await fs.chmod(staging, mode);
  let server: Postgres | undefined;
  try {
    if (!own.database) server = await startPostgres({ dataDir: folder.postgres });
    const objects = own.storage
      ? new ObjectBucket(config)
      : await ObjectFolder.empty(folder.objects);
    const adminUrl = config.DATABASE_URL ?? server?.url ?? '';
    await fill(archive, saved, { folder, objects, adminUrl, config });
  } finally {
    await server?.stop();
  }
  for (const name of await fs.readdir(staging))
    await fs.rename(path.join(staging, name), path.join(root, name));
  await fs.rmdir(staging);
}

async function fill(archive: Archive, saved: Restored, target: Target): Promise<void> {
  const { manifest, contents } = saved;
  await restoreSecrets(archive, target.folder);
  const { client, owners } = await emptyTables(manifest, target);
  try {
    const loader = await DatabaseLoader.begin(client, owners);
    let objects = 0;
    await readArchive(archive, async (entry) => {
      if (entry.name.startsWith(DATABASE_FOLDER)) await loader.take(entry);
      else if (entry.name.startsWith(REMOTES_FOLDER)) await restoreFile(entry, target.folder.root);
      else if (entry.name.startsWith(OBJECTS_FOLDER)) {
        // Written by ourselves, and the same bytes as when they were verified.
        await target.objects.write({ meta: entry.about as BlobMeta, chunks: entry.chunks });
        objects += 1;
      }
    });
    if (objects !== contents.objects)
      throw new StartupProblem(
        `The backup should hold ${contents.objects} files and holds ${objects}.`,
      );
    await loader.finish(contents.rows);
  } finally {
    await client.end();
  }
}

/** Restores the secrets, but generates a new name for the processes of this installation. */
async function restoreSecrets(archive: Archive, folder: DataFolder): Promise<void> {
  await readArchive(archive, async (entry) => {
    if (entry.name !== SECRETS_ENTRY) return;
    const secrets = JSON.parse((await whole(entry)).toString('utf8')) as Record<string, unknown>;
    const instance = randomBytes(6).toString('hex');
    await writeJson(folder.secrets, { ...secrets, instance }, 0o600);
  });
}

/** Roles, and tables as the backup's were. @returns the administrator's session, and roles by schema */
async function emptyTables(
  { migrations, queue }: Manifest,
  { adminUrl, folder, config }: Target,
): Promise<{ client: Client; owners: ReadonlyMap<string, string> }> {
  const client = new Client({ connectionString: adminUrl, keepAlive: true });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(HOLD_RESTORES);
    await refuseRows(client);
    const wanted = { services: SERVICES, roles: PASSWORD_KEYS };
    const secrets = await loadSecrets(folder.secrets, wanted);
    const owners = await schemaOwners(adminUrl, config, secrets);
    await makeSchemas(client, adminUrl, {
      migrations,
      owners,
      hasQueue: queue !== undefined,
      ownServer: config.DATABASE_URL === undefined,
    });
    return { client, owners: new Map(owners.map(({ schema, role }) => [schema, role])) };
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function restoreFile(entry: ArchiveEntry, root: string): Promise<void> {
  const file = path.join(root, entry.name);
  if (!file.startsWith(root + path.sep)) throw new Error(`${entry.name} leads out of the folder`);
  await fs.mkdir(path.dirname(file), { recursive: true });
  await fs.writeFile(file, await whole(entry));
}

function textOf(saved: ReadonlyMap<string, Buffer>, name: string): string {
  const content = saved.get(name);
  if (!content)
    throw new StartupProblem(`The file is no backup of Tomekeeper: ${name} is missing.`);
  return content.toString('utf8');
}
