import fs from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { z } from 'zod';

const Ports = z.looseObject({ postgres: z.number() });

/** Everything that a product keeps, to be searched as its operator could. */
export interface Stores {
  /**
   * Where any of these texts stands: rows of every table of every schema, the queues' among them, and
   * names and contents of everything below the object store.
   */
  find(texts: readonly string[]): Promise<string[]>;
  /** One statement as the database's administrator. */
  query(sql: string): Promise<void>;
  close(): Promise<void>;
}

/** @param dataDir of a running product with a separate database and object storage */
export async function openStores(dataDir: string): Promise<Stores> {
  const database = new Client({ connectionString: await adminUrl(dataDir) });
  await database.connect();
  return {
    async find(texts) {
      const wanted = texts.map((text) => text.toLowerCase());
      const found = (content: string) =>
        wanted.some((text) => content.toLowerCase().includes(text));
      const places: string[] = [];
      for (const table of await tables(database)) {
        const { rows } = await database.query<{ row: string }>(
          `SELECT t::text AS row FROM ${table} t`,
        );
        places.push(...rows.filter(({ row }) => found(row)).map(({ row }) => `${table}: ${row}`));
      }
      const objects = path.join(dataDir, 'objects');
      for (const entry of await fs.readdir(objects, { recursive: true, withFileTypes: true })) {
        const file = path.join(entry.parentPath, entry.name);
        const content = entry.isFile() ? await contentOf(file) : '';
        if (found(path.relative(objects, file)) || found(content)) places.push(file);
      }
      return places;
    },
    query: async (sql) => void (await database.query(sql)),
    close: () => database.end(),
  };
}

async function tables(database: Client): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
      WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

/**
 * The launcher stores the administrator's password next to the cluster, which may be in another
 * folder.
 */
async function adminUrl(dataDir: string): Promise<string> {
  const folder = path.join(dataDir, 'postgres');
  const home = await fs.readFile(path.join(folder, 'location'), 'utf8').catch(() => folder);
  const password = await fs.readFile(path.join(home.trim(), 'admin-password'), 'utf8');
  const ports = Ports.parse(
    JSON.parse(await fs.readFile(path.join(dataDir, 'ports.json'), 'utf8')),
  );
  return `postgres://tk_admin:${password.trim()}@127.0.0.1:${ports.postgres}/tomekeeper`;
}

/** Other tests may delete objects during the search; deleted objects are ignored. */
async function contentOf(file: string): Promise<string> {
  try {
    return await fs.readFile(file, 'latin1');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
