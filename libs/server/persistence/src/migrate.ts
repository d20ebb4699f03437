import { isDatabaseDown } from '@tomekeeper/service-kit';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { dataSourceOptions, migrationsOf, type DatabaseOptions } from './data-source';
import { expectKnownMigrations, UnknownMigration } from './known-migrations';

/** Arbitrary constant: advisory lock that prevents concurrent migrations of a schema. */
const MIGRATION_LOCK = 7_356_608;

/** Retry period, for databases that are starting or busy. */
const REACHABLE_WITHIN_MS = 60_000;
const PAUSE_MS = 500;

/** Error codes of a reachable database that is full or locked: an immediate retry does not help. */
const THERE_ALL_THE_SAME = /^(57014|25P03|53[12]00)$/;

/**
 * Migrates a schema. Retries for a minute while the database is unreachable, which is safe because each migration runs in its own
 * recorded transaction.
 * @param onRetry called with the reason before each retry
 * @returns names of the migrations that the last attempt ran
 * @throws {UnknownMigration} if another version created the schema
 */
export async function migrate(
  options: DatabaseOptions,
  onRetry: (reason: string) => void = () => undefined,
): Promise<string[]> {
  for (const end = Date.now() + REACHABLE_WITHIN_MS; ; await sleep(PAUSE_MS)) {
    try {
      return await migrateOnce(options);
    } catch (error) {
      if (!isUnreachable(error) || Date.now() > end) throw error;
      onRetry(error instanceof Error ? error.message : String(error));
    }
  }
}

function isUnreachable(error: unknown): boolean {
  const code = String((error as { code?: unknown }).code);
  return isDatabaseDown(error) && !THERE_ALL_THE_SAME.test(code);
}

async function migrateOnce(options: DatabaseOptions): Promise<string[]> {
  const database = new DataSource({ ...dataSourceOptions(options), poolSize: 2 } as never);
  await database.initialize();
  const lock = database.createQueryRunner();
  try {
    await lock.query('SET statement_timeout = 0');
    await lock.query('SELECT pg_advisory_lock(hashtext(current_schema()), $1)', [MIGRATION_LOCK]);
    await expectKnownMigrations(
      database,
      migrationsOf(options).map(({ name }) => name),
    );
    const ran = await database.runMigrations();
    return ran.map(({ name }) => name);
  } finally {
    await lock.release();
    await database.destroy();
  }
}

/** Argument that restricts the migrations: a restore recreates the schema of its backup. */
const ONLY = '--only=';

/** `migrate.ts` of a service: migrates and exits, with a non-zero code on failure. */
export async function runMigrationsCli(options: DatabaseOptions): Promise<void> {
  const only = process.argv.find((argument) => argument.startsWith(ONLY));
  try {
    const ran = await migrate({ ...options, only: only?.slice(ONLY.length).split(',') }, (reason) =>
      process.stderr.write(`the database is not to be reached, trying again: ${reason}\n`),
    );
    process.stdout.write(`${ran.length === 0 ? 'up to date' : `ran ${ran.join(', ')}`}\n`);
  } catch (error) {
    const shown = error instanceof UnknownMigration ? error.message : (error as Error).stack;
    process.stderr.write(`${shown ?? String(error)}\n`);
    process.exitCode = 1;
  }
}
