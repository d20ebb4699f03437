import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { escapeIdentifier, type Client } from 'pg';
import { prepareDatabases, type Tenant } from '@tomekeeper/installation/databases';
import {
  DATA_SERVICES,
  QUEUE_SCHEMA,
  serviceFolder,
  type DataServiceName,
} from '@tomekeeper/installation';
import { errorCode, errorMessage, StartupProblem } from '@tomekeeper/cli-kit';
import { quoted, tablesOf } from './saved-tables';

/** The launcher's migration records: which build of a service migrated last. */
const LAUNCHER_SCHEMA = 'launcher';
export const SCHEMAS: readonly string[] = [...DATA_SERVICES, QUEUE_SCHEMA];
/** Schemas with derived rows, which are rebuilt after a restore and therefore not part of a backup. */
export const DERIVED_SCHEMAS: readonly string[] = ['search'];

/** @throws {StartupProblem} when there are rows in a schema of the product, or may be */
export async function refuseRows(client: Client): Promise<void> {
  const full = new Set<string>();
  for (const table of await tablesOf(client, SCHEMAS)) {
    const found = await client.query(`SELECT FROM ${quoted(table)} LIMIT 1`).catch(ifForbidden);
    if (found?.rowCount !== 0) full.add(table.schema);
  }
  if (full.size > 0)
    throw new StartupProblem(
      `The database of DATABASE_URL is not empty (schema ${[...full].join(', ')}): a restore replaces nothing. Name a new database.`,
    );
}

function ifForbidden(error: unknown): undefined {
  if (errorCode(error) !== '42501') throw error;
}

export type Made = {
  /** By service, the names of the migrations that are to run. */
  readonly migrations: Readonly<Record<string, readonly string[]>>;
  readonly owners: readonly Tenant[];
  /** Whether the queues are in the database too. */
  readonly hasQueue: boolean;
  readonly ownServer: boolean;
};

/**
 * Creates roles, and creates schemas with the services' migrations. Existing schemas without rows are
 * recreated.
 */
export async function makeSchemas(
  client: Client,
  adminUrl: string,
  { migrations, owners, hasQueue, ownServer }: Made,
): Promise<void> {
  const queue = owners.find(({ schema }) => schema === QUEUE_SCHEMA);
  const tenants = owners.filter((owner) => owner !== queue);
  const prepare = () =>
    prepareDatabases(adminUrl, { tenants, ...(hasQueue && queue && { queue }), ownServer });
  if ((await tablesOf(client, SCHEMAS)).length > 0) {
    // Rejects schemas of other applications, and grants membership in the roles that own the schemas.
    const { urls } = await prepare();
    for (const schema of [...urls.keys(), LAUNCHER_SCHEMA])
      await client.query(`DROP SCHEMA IF EXISTS ${escapeIdentifier(schema)} CASCADE`);
  }
  const { urls } = await prepare();
  await Promise.all(
    DATA_SERVICES.map((service) =>
      migrateService(service, urls.get(service) ?? '', migrations[service] ?? []),
    ),
  );
}

async function migrateService(
  service: DataServiceName,
  databaseUrl: string,
  only: readonly string[],
): Promise<void> {
  const cwd = serviceFolder(service);
  const program = [path.join(cwd, 'dist', 'migrate.js'), `--only=${only.join(',')}`];
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  await promisify(execFile)(process.execPath, program, { cwd, env }).catch((error: unknown) => {
    throw new StartupProblem(`Creating the tables of ${service} failed: ${errorMessage(error)}`);
  });
}
