import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { startPostgres, findBinaries, type Postgres } from '@tomekeeper/launcher/backing';
import { prepareDatabases, type Tenant } from '@tomekeeper/installation/databases';
import {
  QUEUE_SCHEMA,
  DATA_SERVICES,
  PASSWORD_KEYS,
  SERVICES,
  serviceFolder,
  dataFolder,
  loadSecrets,
  type DataServiceName,
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
import { writeJson, errorCode, StartupProblem } from '@tomekeeper/program-kit';
import type { BlobMeta } from '@tomekeeper/object-store';
import {
  readArchive,
  verifyArchive,
  type Archive,
  type ArchiveEntry,
} from './archive/archive-reader';
import { DATABASE_FOLDER } from './database/dump-database';
import { DatabaseLoader } from './database/load-database';
import {
  contents as contentsOf,
  CONTENTS_ENTRY,
  FORMAT,
  manifest as manifestOf,
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
import { LAUNCHER_SCHEMA } from './take-backup';

export type Restored = { readonly manifest: Manifest; readonly contents: Contents };

/** Where a restore puts things. Nobody sees any of it before all is there. */
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
  const manifest = manifestOf.parse(JSON.parse(textOf(saved, MANIFEST_ENTRY)));
  const contents = contentsOf.parse(JSON.parse(textOf(saved, CONTENTS_ENTRY)));
  await refuseNewer(manifest, config);
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
  const { client, owners } = await emptyDatabase(target);
  try {
    const loader = await DatabaseLoader.begin(client, {
      ownerOf: (schema) => owners.find((owner) => owner.schema === schema)?.role,
      isSameServer: (await majorOf(client)) === manifest.postgres,
    });
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

/** Secrets as they were; but a name of its own for this installation's processes. */
async function restoreSecrets(archive: Archive, folder: DataFolder): Promise<void> {
  await readArchive(archive, async (entry) => {
    if (entry.name !== SECRETS_ENTRY) return;
    const secrets = JSON.parse((await whole(entry)).toString('utf8')) as Record<string, unknown>;
    const instance = randomBytes(6).toString('hex');
    await writeJson(folder.secrets, { ...secrets, instance }, 0o600);
  });
}

/** Roles and empty schemas. @returns the administrator's session, and who owns what in it */
async function emptyDatabase({
  adminUrl,
  folder,
  config,
}: Target): Promise<{ client: Client; owners: Tenant[] }> {
  const client = new Client({ connectionString: adminUrl, keepAlive: true });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT n.nspname AS name FROM pg_namespace n
        WHERE n.nspname = ANY($1) AND EXISTS (SELECT FROM pg_class c WHERE c.relnamespace = n.oid)`,
      [[...DATA_SERVICES, QUEUE_SCHEMA, LAUNCHER_SCHEMA]],
    );
    if (rows.length > 0)
      throw new StartupProblem(
        `The database of DATABASE_URL is not empty (schema ${rows.map(({ name }) => name).join(', ')}): a restore replaces nothing. Name a new database.`,
      );
    const wanted = { services: SERVICES, roles: PASSWORD_KEYS };
    const secrets = await loadSecrets(folder.secrets, wanted);
    const owners = await schemaOwners(adminUrl, config, secrets);
    await prepareDatabases(adminUrl, {
      tenants: owners,
      ownServer: config.DATABASE_URL === undefined,
    });
    return { client, owners };
  } catch (error) {
    await client.end();
    throw error;
  }
}

const isService = (name: string): name is DataServiceName =>
  DATA_SERVICES.some((service) => service === name);

/** An older release does not know what a newer one has changed. */
async function refuseNewer(
  { format, migrations, product, postgres }: Manifest,
  config: Config,
): Promise<void> {
  const newer = (what: string): never => {
    throw new StartupProblem(
      `This backup was made by a newer release (${product}; ${what}): restore it with that one. Nothing was changed.`,
    );
  };
  if (format > FORMAT) newer(`format ${format}`);
  if (!ownParts(config).database) {
    const { major } = await findBinaries(undefined, '');
    if (postgres > Number(major)) newer(`PostgreSQL ${postgres}`);
  }
  for (const [schema, newest] of Object.entries(migrations)) {
    if (!isService(schema)) newer(`schema ${schema}`);
    const known = await fs.readdir(path.join(serviceFolder(schema), 'dist', 'db', 'migrations'));
    const ours = Math.max(...known.map((name) => Number(name.split('-')[0]) || 0));
    if (newest > ours) newer(`a later state of ${schema}`);
  }
}

async function majorOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ major: number }>(
    `SELECT current_setting('server_version_num')::int / 10000 AS major`,
  );
  return rows[0]?.major ?? 0;
}

async function restoreFile(entry: ArchiveEntry, root: string): Promise<void> {
  const file = path.join(root, entry.name);
  if (!file.startsWith(root + path.sep)) throw new Error(`${entry.name} leads out of the folder`);
  await fs.mkdir(path.dirname(file), { recursive: true });
  await fs.writeFile(file, await whole(entry));
}

async function whole({ chunks }: ArchiveEntry): Promise<Buffer> {
  const content: Buffer[] = [];
  for await (const chunk of chunks) content.push(chunk);
  return Buffer.concat(content);
}

function textOf(saved: ReadonlyMap<string, Buffer>, name: string): string {
  const content = saved.get(name);
  if (!content)
    throw new StartupProblem(`The file is no backup of Tomekeeper: ${name} is missing.`);
  return content.toString('utf8');
}
