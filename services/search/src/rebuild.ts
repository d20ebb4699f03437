import 'reflect-metadata';
import { Client } from 'pg';
import { migrationConfig } from './config';
import { REBUILD_ALL } from './indexing/indexer';

/** `node dist/rebuild.js`: reindexes all campaigns, searched ones first. */
async function rebuild(): Promise<void> {
  const client = new Client({ connectionString: migrationConfig().DATABASE_URL });
  await client.connect();
  try {
    const { rowCount } = await client.query(REBUILD_ALL);
    process.stdout.write(`${rowCount ?? 0} search indexes are being rebuilt\n`);
  } finally {
    await client.end();
  }
}

rebuild().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
