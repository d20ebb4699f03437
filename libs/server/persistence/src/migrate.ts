import { isDatabaseDown } from '@tomekeeper/service-kit';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { dataSourceOptions, type DatabaseOptions } from './data-source';

/** Any fixed number: it keeps two starting releases from migrating the same schema at once. */
const MIGRATION_LOCK = 7_356_608;

/** A database that starts beside the migration, or is busy with it, is there by then. */
const REACHABLE_WITHIN_MS = 60_000;
const PAUSE_MS = 500;

/**
 * Brings a schema up to date. While the database is not to be reached it is tried again for a minute: each
 * migration is a transaction of its own, and those that ran are noted.
 * @returns the names of the migrations that ran last
 */
export async function migrate(options: DatabaseOptions): Promise<string[]> {
  for (const end = Date.now() + REACHABLE_WITHIN_MS; ; await sleep(PAUSE_MS)) {
    try {
      return await migrateOnce(options);
    } catch (error) {
      if (!isDatabaseDown(error) || Date.now() > end) throw error;
    }
  }
}

async function migrateOnce(options: DatabaseOptions): Promise<string[]> {
  const database = new DataSource({ ...dataSourceOptions(options), poolSize: 2 } as never);
  await database.initialize();
  const lock = database.createQueryRunner();
  try {
    await lock.query('SET statement_timeout = 0');
    await lock.query('SELECT pg_advisory_lock(hashtext(current_schema()), $1)', [MIGRATION_LOCK]);
    const ran = await database.runMigrations();
    return ran.map(({ name }) => name);
  } finally {
    await lock.release();
    await database.destroy();
  }
}

/** `migrate.ts` of a service: migrates and ends, non-zero when that fails. */
export async function runMigrationsCli(options: DatabaseOptions): Promise<void> {
  try {
    const ran = await migrate(options);
    process.stdout.write(`${ran.length === 0 ? 'up to date' : `ran ${ran.join(', ')}`}\n`);
  } catch (error) {
    process.stderr.write(
      `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    process.exitCode = 1;
  }
}
