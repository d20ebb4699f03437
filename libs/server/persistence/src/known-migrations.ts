import type { DataSource } from 'typeorm';

/** The schema contains a migration that this version does not know. */
export class UnknownMigration extends Error {
  override readonly name = 'UnknownMigration';

  constructor(migration: string) {
    super(
      `The tables of this database are from an earlier development version, with the migration ${migration}: delete them, or use another database.`,
    );
  }
}

/**
 * Checks the schema's migration history. Unknown migrations newer than all known ones are allowed, so that a rollback can run on
 * the next version's schema.
 * @param known names of all migrations of this version
 * @throws {UnknownMigration} if the schema has another unknown migration
 */
export async function expectKnownMigrations(
  database: DataSource,
  known: readonly string[],
): Promise<void> {
  const [{ exists } = { exists: false }] = await database.query<{ exists: boolean }[]>(
    `SELECT to_regclass('migrations') IS NOT NULL AS exists`,
  );
  if (!exists) return;
  const [unknown] = await database.query<{ name: string }[]>(
    `SELECT name FROM migrations
      WHERE name <> ALL ($1) AND "timestamp" < $2 ORDER BY "timestamp" LIMIT 1`,
    [known, Math.max(...known.map(timestampOf))],
  );
  if (unknown) throw new UnknownMigration(unknown.name);
}

/** TypeORM's timestamp at the end of a migration's name. */
const timestampOf = (name: string): number => Number(/\d+$/.exec(name)?.[0] ?? 0);
