import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { prepareDatabases } from '@tomekeeper/installation/databases';
import { QUEUE_SCHEMA } from '@tomekeeper/installation';
import { testEnvironment } from './environment';

export type TestDatabase = {
  /** As the service's own role, which owns the schema of the service's name and nothing else. */
  readonly databaseUrl: string;
  /** BullMQ's tables in the same database, under a role of their own. */
  readonly queueUrl: string;
  /** As superuser in the same database, to look behind the service's back. */
  readonly adminUrl: string;
  drop(): Promise<void>;
};

/** A fresh database, as the launcher would prepare it for `service`: one per spec file. */
export async function createDatabase(service: string): Promise<TestDatabase> {
  const { TEST_ADMIN_DATABASE_URL: server } = testEnvironment();
  const name = `t_${service}_${randomBytes(6).toString('hex')}`;
  await onServer(server, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE template0`));
  const adminUrl = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  // Roles belong to the whole server, hence a name per database.
  const role = name;
  const queueRole = `${name}_queue`;
  const { urls } = await prepareDatabases(adminUrl, {
    tenants: [{ role, schema: service, password: 'test' }],
    queue: { role: queueRole, password: 'test' },
  });
  return {
    databaseUrl: urls.get(service) ?? '',
    queueUrl: urls.get(QUEUE_SCHEMA) ?? '',
    adminUrl,
    drop: () =>
      onServer(server, async (client) => {
        await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
        await client.query(`DROP ROLE IF EXISTS ${role}, ${queueRole}`);
      }),
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
