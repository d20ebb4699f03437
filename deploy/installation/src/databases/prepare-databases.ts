import { runMigrations } from 'bullmq';
import { escapeIdentifier, escapeLiteral, type Client } from 'pg';
import { errorCode, StartupProblem } from '@tomekeeper/cli-kit';
import { connectAsAdmin } from './admin-connection';
import { otherDatabasesOf, ownerOf } from './database-roles';
import { EXTENSION_SCHEMA, isMadeFor, QUEUE_OWNER, QUEUE_SCHEMA } from './role-names';
import { scramVerifier } from './scram';

const EXTENSIONS = ['pg_trgm', 'unaccent'];

/** One owner of one schema. */
export type Tenant = { readonly role: string; readonly schema: string; readonly password: string };

export type PrepareOptions = {
  /** Schemas to make, each with the role that owns it and nothing else. */
  readonly tenants: readonly Tenant[];
  /** The role that owns the job queues' schema; left out when Redis holds the queues. */
  readonly queue?: { readonly role: string; readonly password: string };
  /** The whole database is ours, and the server too where there is no other: shut them to everybody else. */
  readonly ownServer?: boolean;
};

export type PreparedDatabases = {
  /** Connection URL by schema. */
  readonly urls: ReadonlyMap<string, string>;
};

/**
 * Makes schema and login role for every tenant in the database of `adminUrl`. Safe to repeat.
 * @throws {StartupProblem} before anything of another installation on the same server is changed
 */
export async function prepareDatabases(
  adminUrl: string,
  { tenants, queue, ownServer = false }: PrepareOptions,
): Promise<PreparedDatabases> {
  const owners = queue ? [...tenants, { ...queue, schema: QUEUE_SCHEMA }] : tenants;
  const client = await connectAsAdmin(adminUrl);
  try {
    // Locks are a database's own; so are the roles, each of which another database's preparation refuses.
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
  return { urls: new Map(owners.map((owner) => [owner.schema, urlFor(adminUrl, owner)])) };
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
  const { rowCount: neighbours } = await client.query(
    `SELECT FROM pg_database WHERE NOT datistemplate
        AND datname NOT IN (current_database(), 'postgres', 'rdsadmin') LIMIT 1`,
  );
  // Other applications on the server may rely on these defaults.
  if (neighbours) return;
  // The database owner may not change databases of the server's administrator.
  const { rows: ours } = await client.query<{ name: string }>(
    `SELECT datname AS name FROM pg_database
      WHERE datname IN ('postgres', 'template1') AND pg_has_role(datdba, 'USAGE')`,
  );
  for (const { name } of ours) {
    await client.query(`REVOKE ALL ON DATABASE ${escapeIdentifier(name)} FROM PUBLIC`);
  }
}

/** Runs in one transaction, so that no role exists without its schema. */
async function ensureTenant(client: Client, database: string, tenant: Tenant): Promise<void> {
  await client.query('BEGIN');
  try {
    await makeTenant(client, database, tenant);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function makeTenant(client: Client, database: string, tenant: Tenant): Promise<void> {
  await refuseRoleOfOthers(client, tenant.role);
  const previous = await previousRole(client, tenant);
  const role = escapeIdentifier(tenant.role);
  const schema = escapeIdentifier(tenant.schema);
  const secret = escapeLiteral(scramVerifier(tenant.password));
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [tenant.role]);
  const verb = rowCount === 0 ? 'CREATE' : 'ALTER';
  await client.query(`${verb} ROLE ${role} LOGIN NOINHERIT PASSWORD ${secret}`);
  // An administrator who is no superuser must be a member to hand a schema over.
  await client.query(`GRANT ${role} TO CURRENT_USER`);
  await client.query(`GRANT CONNECT ON DATABASE ${database} TO ${role}`);
  if (previous !== undefined) await handOver(client, database, { from: previous, to: role });
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema} AUTHORIZATION ${role}`);
  await client.query(`REVOKE ALL ON SCHEMA ${schema} FROM PUBLIC`);
  await client.query(`GRANT USAGE ON SCHEMA ${EXTENSION_SCHEMA} TO ${role}`);
  await setSearchPath(client, database, tenant);
}

/** Sets the search path of a role in a database. The setting belongs to the database, and copies of it do not inherit it. */
export async function setSearchPath(
  client: Client,
  database: string,
  { role, schema }: Pick<Tenant, 'role' | 'schema'>,
): Promise<void> {
  await client.query(
    `ALTER ROLE ${escapeIdentifier(role)} IN DATABASE ${database} SET search_path = ${escapeIdentifier(schema)}, ${EXTENSION_SCHEMA}`,
  );
}

/** A password that is set for one installation would be a wrong one for the other. */
async function refuseRoleOfOthers(client: Client, role: string): Promise<void> {
  const others = await otherDatabasesOf(client, role);
  if (others.length === 0) return;
  throw new StartupProblem(
    `The role ${role} of this server belongs to the installation in the database ${others.join(', ')}, so nothing was changed: choose other names with DATABASE_ROLE_PREFIX (where secrets are files, for the command that makes them).`,
  );
}

/** The role that has the tenant's schema until now, if that is another one of ours. */
async function previousRole(client: Client, { role, schema }: Tenant): Promise<string | undefined> {
  const present = await ownerOf(client, schema);
  if (present === undefined || present === role) return undefined;
  const owner = schema === QUEUE_SCHEMA ? QUEUE_OWNER : schema;
  if (isMadeFor(owner, present)) return present;
  throw new StartupProblem(
    `The schema ${schema} of this database belongs to ${present} and not to ${role}. Nothing was changed: use a separate database, or choose another prefix for role names with DATABASE_ROLE_PREFIX.`,
  );
}

/** Transfers a role's objects in this database to another role; its objects in other databases remain. */
async function handOver(
  client: Client,
  database: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const old = escapeIdentifier(from);
  await client.query(`GRANT ${old} TO CURRENT_USER`);
  await client.query(`REASSIGN OWNED BY ${old} TO ${to}`);
  await client.query(`REVOKE ALL ON DATABASE ${database} FROM ${old}`);
  await client.query(`REVOKE ALL ON SCHEMA ${EXTENSION_SCHEMA} FROM ${old}`);
  await client.query(`ALTER ROLE ${old} IN DATABASE ${database} RESET ALL`);
}

/**
 * BullMQ notifies one channel of the jobs of all queues, which wakes every process. This function replaces
 * `pg_catalog.pg_notify` in BullMQ's functions, so that each queue has a separate channel. PostgreSQL rejects longer names.
 */
const NOTIFY_PER_QUEUE = `
  CREATE OR REPLACE FUNCTION ${QUEUE_SCHEMA}.pg_notify(channel text, queue text) RETURNS void LANGUAGE sql AS
  $$ SELECT pg_catalog.pg_notify(left(channel || ':' || queue, 63), queue) WHERE channel = 'bullmq_jobs' $$;
  DO $$
  DECLARE made regprocedure;
  BEGIN
    FOR made IN SELECT oid FROM pg_proc WHERE pronamespace = '${QUEUE_SCHEMA}'::regnamespace AND proconfig IS NOT NULL LOOP
      EXECUTE format('ALTER FUNCTION %s SET search_path = ${QUEUE_SCHEMA}, pg_catalog', made);
    END LOOP;
  END $$`;

/** Makes BullMQ's tables as the queue's role, so that it owns them and needs no further rights. */
async function migrateQueue(client: Client, database: string, role: string): Promise<void> {
  const owner = escapeIdentifier(role);
  await client.query(`GRANT TEMPORARY ON DATABASE ${database} TO ${owner}`);
  // The migration says CREATE SCHEMA IF NOT EXISTS, a right that is needed even when it exists.
  await client.query(`GRANT CREATE ON DATABASE ${database} TO ${owner}`);
  await client.query(`SET ROLE ${owner}`);
  try {
    await runMigrations(client, QUEUE_SCHEMA);
    await client.query(NOTIFY_PER_QUEUE);
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
