import { Client } from 'pg';

const TABLE = 'launcher.migrated';

/**
 * The build of each service that last migrated its schema. Stored in the database, so that the record is
 * restored, moved and deleted with the data.
 */
export async function readMigrationNotes(
  adminUrl: string,
  schemas: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  return withClient(adminUrl, async (client) => {
    await client.query('CREATE SCHEMA IF NOT EXISTS launcher');
    await client.query(
      `CREATE TABLE IF NOT EXISTS ${TABLE} (schema text PRIMARY KEY, build text NOT NULL)`,
    );
    // Ignores records of empty schemas.
    const { rows } = await client.query<{ schema: string; build: string }>(
      `SELECT schema, build FROM ${TABLE}
        WHERE schema = ANY($1) AND to_regclass(format('%I.migrations', schema)) IS NOT NULL`,
      [schemas],
    );
    return new Map(rows.map(({ schema, build }) => [schema, build]));
  });
}

export async function noteMigration(
  adminUrl: string,
  schema: string,
  build: string,
): Promise<void> {
  await withClient(adminUrl, (client) =>
    client.query(
      `INSERT INTO ${TABLE} (schema, build) VALUES ($1, $2)
       ON CONFLICT (schema) DO UPDATE SET build = EXCLUDED.build`,
      [schema, build],
    ),
  );
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
