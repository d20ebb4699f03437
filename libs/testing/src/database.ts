import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { prepareDatabases, setSearchPath } from '@tomekeeper/installation/databases';
import { QUEUE_SCHEMA } from '@tomekeeper/installation';
import { testEnvironment } from './environment';

export type TestDatabase = {
  /** As the service's own role, which owns the schema of the service's name and nothing else. */
  readonly databaseUrl: string;
  /** Database of BullMQ's tables, with a separate role. */
  readonly queueUrl: string;
  /** As superuser in the same database, to look behind the service's back. */
  readonly adminUrl: string;
  drop(): Promise<void>;
};

/** Brings the schema of a service up to date, given the URL of its database. */
export type Migration = (databaseUrl: string) => Promise<unknown>;

/**
 * Creates a database as the launcher prepares it for `service`, one per spec file: a copy of a template database
 * that the first call of the run prepares and migrates. Databases of one service share their roles.
 */
export async function createDatabase(service: string, migrate?: Migration): Promise<TestDatabase> {
  const { TEST_ADMIN_DATABASE_URL: server } = testEnvironment();
  const name = `t_${service}_${randomBytes(6).toString('hex')}`;
  const suffix = migrate ? '_migrated' : '';
  const role = `test_${service}${suffix}`;
  const queueRole = `test_${service}_queue${suffix}`;
  const urlOf = (database: string, user?: string): string => {
    const url = Object.assign(new URL(server), { pathname: `/${database}` });
    return user ? Object.assign(url, { username: user, password: 'test' }).href : url.href;
  };
  await onServer(server, async (client) => {
    const template = `template_${role}`;
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [template]);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [
      template,
    ]);
    if (!rowCount) {
      const unfinished = `${name}_template`;
      await client.query(`CREATE DATABASE ${unfinished} TEMPLATE template0`);
      try {
        await prepareDatabases(urlOf(unfinished), {
          tenants: [{ role, schema: service, password: 'test' }],
          queue: { role: queueRole, password: 'test' },
        });
        await migrate?.(urlOf(unfinished, role));
        await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${template}`);
      } catch (error) {
        // Its roles would belong to another installation for the next spec, which hides this error.
        await client.query(`DROP DATABASE ${unfinished} WITH (FORCE)`);
        throw error;
      }
    }
    await client.query('SELECT pg_advisory_unlock(hashtext($1))', [template]);
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
    // Settings of a role in a database are not part of a template.
    await setSearchPath(client, name, { role, schema: service });
    await setSearchPath(client, name, { role: queueRole, schema: QUEUE_SCHEMA });
  });
  return {
    databaseUrl: urlOf(name, role),
    queueUrl: urlOf(name, queueRole),
    adminUrl: urlOf(name),
    drop: () =>
      onServer(server, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
  };
}

/** Nothing is created or dropped before the server has proved to be the throw-away one. */
async function onServer(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT current_setting('cluster_name') AS name`,
    );
    if (rows[0]?.name !== testEnvironment().TEST_CLUSTER_NAME) {
      throw new Error('This is not the PostgreSQL of the test run: nothing was touched.');
    }
    await work(client);
  } finally {
    await client.end();
  }
}
