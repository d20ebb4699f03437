import 'reflect-metadata';
import { Client } from 'pg';
import { migrationConfig } from './config';
import { BEGIN_ANEW } from './following/begin-anew';

/** `node dist/rebuild.js`: all copies of texts begin anew, those first about which somebody asks. */
async function rebuild(): Promise<void> {
  const client = new Client({ connectionString: migrationConfig().DATABASE_URL });
  await client.connect();
  try {
    const { rowCount } = await client.query(BEGIN_ANEW);
    process.stdout.write(`${rowCount ?? 0} copies begin anew\n`);
  } finally {
    await client.end();
  }
}

rebuild().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
