import path from 'node:path';
import { Client } from 'pg';
import type { DataFolder } from '@tomekeeper/installation';
import { readJson, takeLock, errorMessage, StartupProblem } from '@tomekeeper/cli-kit';
import { startPostgres } from '../backing/postgres/postgres';
import { adminUrlOf, hasCluster } from '../backing/postgres/existing-server';
import type { Config } from '../config';
import type { InternalPorts } from '../product/services';

export type OpenDatabase = {
  /** The administrator's URL. */
  readonly url: string;
  /** Opens another administrator connection. */
  connect(): Promise<Client>;
  close(): Promise<void>;
};

/**
 * Opens the operator's database, or the embedded one, which is started temporarily if necessary.
 * @param purpose shown if the product is started meanwhile
 */
export async function openDatabase(
  config: Config,
  folder: DataFolder,
  purpose = 'a backup',
): Promise<OpenDatabase> {
  if (config.DATABASE_URL !== undefined) return at(config.DATABASE_URL);
  if (!(await hasCluster(folder.postgres)))
    throw new StartupProblem(
      `Nothing has run on ${folder.root} yet: name the DATA_DIR of the installation, or its DATABASE_URL and S3_BUCKET.`,
    );
  const release = await lockUnlessRunning(folder, purpose);
  if (!release) return running(folder);
  try {
    const server = await startPostgres({ dataDir: folder.postgres });
    return at(server.url, async () => {
      await server.stop();
      await release();
    });
  } catch (error) {
    await release();
    throw error;
  }
}

/** @returns undefined when another process uses the data folder */
async function lockUnlessRunning(folder: DataFolder, purpose: string) {
  class Held extends Error {}
  try {
    return await takeLock(path.join(folder.run, 'launcher.lock'), { url: purpose }, () => {
      throw new Held();
    });
  } catch (error) {
    if (error instanceof Held) return undefined;
    throw error;
  }
}

async function running(folder: DataFolder): Promise<OpenDatabase> {
  const ports = (await readJson(folder.ports)) as InternalPorts | undefined;
  const database = at(await adminUrlOf(folder.postgres, ports?.postgres ?? 0));
  await (await database.connect()).end().catch(() => undefined);
  return database;
}

function at(url: string, close: () => Promise<void> = () => Promise.resolve()): OpenDatabase {
  return {
    url,
    close,
    async connect() {
      const client = new Client({
        connectionString: url,
        connectionTimeoutMillis: 10_000,
        keepAlive: true,
      });
      // Errors surface in the failing statement; without a listener they would end the process.
      client.on('error', () => undefined);
      try {
        await client.connect();
        return client;
      } catch (error) {
        throw new StartupProblem(
          `The database can't be reached (${errorMessage(error)}): if the product is just starting or stopping, try again in a moment.`,
        );
      }
    },
  };
}
