import { runMigrations } from 'bullmq';
import { Client, escapeIdentifier, escapeLiteral } from 'pg';
import { errorCode, errorMessage, StartupProblem } from '../../startup-problem';
import { scramVerifier } from './scram';

/** Where BullMQ looks when nothing else is said, so that a plain URL is all a service needs. */
export const QUEUE_SCHEMA = 'bullmq';
/** Shared home of extensions: a service's role may create nothing outside its own schema. */
const EXTENSION_SCHEMA = 'extensions';
const EXTENSIONS = ['pg_trgm', 'unaccent'];

/** One owner of one schema. */
export type Tenant = { readonly role: string; readonly schema: string; readonly password: string };

export type PrepareOptions = {
  /** Schemas to make, each with the role that owns it and nothing else. */
  readonly tenants: readonly Tenant[];
  /** The role that owns the job queues' schema; left out when Redis holds the queues. */
  readonly queue?: { readonly role: string; readonly password: string };
  /** The whole server is ours: also shut its other databases and the public schema. */
  readonly ownServer?: boolean;
};

export type PreparedDatabases = {
  /** Connection URL by role. */
  readonly urls: ReadonlyMap<string, string>;
};

/** Makes schema and login role for every tenant in the database of `adminUrl`. Safe to repeat. */
export async function prepareDatabases(
  adminUrl: string,
  { tenants, queue, ownServer = false }: PrepareOptions,
): Promise<PreparedDatabases> {
  const owners = queue ? [...tenants, { ...queue, schema: QUEUE_SCHEMA }] : tenants;
  const client = await connected(adminUrl);
  try {
    // Roles belong to the whole server; two launchers preparing at once would trip over each other.
    await client.query(`SELECT pg_advisory_lock(hashtext('tomekeeper.prepare'))`);
    const database = await currentDatabase(client);
    await ensureExtensions(client);
    if (ownServer) await shutOthersOut(client, database);
    for (const owner of owners) await ensureTenant(client, database, owner);
    if (queue) await migrateQueue(client, database, queue.role);
  } catch (error) {
    throw explained(error);
  } finally {
    await client.end();
  }
  return { urls: new Map(owners.map((owner) => [owner.role, urlFor(adminUrl, owner)])) };
}

async function connected(adminUrl: string): Promise<Client> {
  const client = new Client({ connectionString: adminUrl, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    return client;
  } catch (error) {
    const { host, pathname } = new URL(adminUrl);
    throw new StartupProblem(
      `The database ${host}${pathname} can't be used (${errorMessage(error)}): check DATABASE_URL and that the server runs.`,
    );
  }
}

function urlFor(adminUrl: string, { role, password }: Tenant): string {
  const url = new URL(adminUrl);
  url.username = role;
  url.password = password;
  return url.href;
}

async function currentDatabase(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name');
  const name = rows[0]?.name;
  if (name === undefined) throw new Error('the server does not name its database');
  return escapeIdentifier(name);
}

async function ensureExtensions(client: Client): Promise<void> {
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${EXTENSION_SCHEMA}`);
  const { rows } = await client.query<{ name: string }>(
    'SELECT name FROM pg_available_extensions WHERE name = ANY($1) AND installed_version IS NULL',
    [EXTENSIONS],
  );
  for (const { name } of rows) {
    await client.query(
      `CREATE EXTENSION IF NOT EXISTS ${escapeIdentifier(name)} SCHEMA ${EXTENSION_SCHEMA}`,
    );
  }
}

async function shutOthersOut(client: Client, database: string): Promise<void> {
  await client.query('REVOKE ALL ON SCHEMA public FROM PUBLIC');
  await client.query(`REVOKE ALL ON DATABASE ${database} FROM PUBLIC`);
  for (const other of ['postgres', 'template1']) {
    await client.query(`REVOKE ALL ON DATABASE ${escapeIdentifier(other)} FROM PUBLIC`);
  }
}

async function ensureTenant(client: Client, database: string, tenant: Tenant): Promise<void> {
  const role = escapeIdentifier(tenant.role);
  const schema = escapeIdentifier(tenant.schema);
  const secret = escapeLiteral(scramVerifier(tenant.password));
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [tenant.role]);
  const verb = rowCount === 0 ? 'CREATE' : 'ALTER';
  await client.query(`${verb} ROLE ${role} LOGIN NOINHERIT PASSWORD ${secret}`);
  // An administrator who is no superuser must be a member to hand a schema over.
  await client.query(`GRANT ${role} TO CURRENT_USER`);
  await client.query(`GRANT CONNECT ON DATABASE ${database} TO ${role}`);
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema} AUTHORIZATION ${role}`);
  await client.query(`REVOKE ALL ON SCHEMA ${schema} FROM PUBLIC`);
  await client.query(`GRANT USAGE ON SCHEMA ${EXTENSION_SCHEMA} TO ${role}`);
  await client.query(
    `ALTER ROLE ${role} IN DATABASE ${database} SET search_path = ${schema}, ${EXTENSION_SCHEMA}`,
  );
}

/** Makes BullMQ's tables as the queue's role, so that it owns them and needs no further rights. */
async function migrateQueue(client: Client, database: string, role: string): Promise<void> {
  const owner = escapeIdentifier(role);
  await client.query(`GRANT TEMPORARY ON DATABASE ${database} TO ${owner}`);
  // The migration says CREATE SCHEMA IF NOT EXISTS, a right that is needed even when it exists.
  await client.query(`GRANT CREATE ON DATABASE ${database} TO ${owner}`);
  await client.query(`SET ROLE ${owner}`);
  try {
    await runMigrations(client, QUEUE_SCHEMA);
  } finally {
    await client.query('RESET ROLE');
    await client.query(`REVOKE CREATE ON DATABASE ${database} FROM ${owner}`);
  }
}

function explained(error: unknown): unknown {
  if (errorCode(error) === '42501') {
    return new StartupProblem(
      `The user of DATABASE_URL may not make roles and schemas: give it CREATEROLE and CREATE on its database. (${String(error)})`,
    );
  }
  return error;
}
