import { escapeIdentifier, type ClientBase } from 'pg';
import { z } from 'zod';
import { QUEUE_SCHEMA } from '@tomekeeper/installation';
import { StartupProblem } from '@tomekeeper/cli-kit';

export const DATABASE_FOLDER = 'database/';
/** The first entry of the database: which tables and counters follow or are set. */
export const TABLES_ENTRY = `${DATABASE_FOLDER}tables.json`;

/** Table of executed migrations; the manifest records them instead. */
const MIGRATIONS_TABLE = 'migrations';
const QUEUE_MIGRATIONS_TABLE = 'migration';

const Table = z.object({
  schema: z.string(),
  name: z.string(),
  /** Stored columns, without generated ones. */
  columns: z.array(z.string()),
});
export type Table = z.infer<typeof Table>;

const Counter = z.object({ schema: z.string(), name: z.string(), last: z.string() });
export type Counter = z.infer<typeof Counter>;

export const SavedTables = z.object({ tables: z.array(Table), counters: z.array(Counter) });

/** How many rows each table has, by `schema.table`. */
export type RowCounts = Record<string, number>;

/** Every table with rows of the product, ordered so that referenced tables precede referencing ones. */
export async function tablesOf(client: ClientBase, schemas: readonly string[]): Promise<Table[]> {
  const { rows } = await client.query<Table & { id: string; needs: string[] }>(
    `SELECT c.oid::text AS id, n.nspname AS schema, c.relname AS name,
            ARRAY(SELECT a.attname::text FROM pg_attribute a
                   WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
                     AND a.attgenerated = '' ORDER BY a.attnum) AS columns,
            ARRAY(SELECT k.confrelid::text FROM pg_constraint k
                   WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> c.oid) AS needs
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = ANY($1) AND c.relkind IN ('r', 'p')
        AND c.relname <> CASE n.nspname WHEN $2 THEN $3 ELSE $4 END
      ORDER BY n.nspname, c.relname`,
    [schemas, QUEUE_SCHEMA, QUEUE_MIGRATIONS_TABLE, MIGRATIONS_TABLE],
  );
  const ordered: Table[] = [];
  for (let waiting = rows; waiting.length > 0;) {
    const ids = new Set(waiting.map(({ id }) => id));
    const next = waiting.filter(({ needs }) => needs.every((id) => !ids.has(id)));
    if (next.length === 0)
      throw new StartupProblem(
        `The tables ${waiting.map(nameOf).join(', ')} refer to each other in a circle, so their rows can not be saved in an order that a restore can follow: use pg_dump instead.`,
      );
    ordered.push(...next.map(({ schema, name, columns }) => ({ schema, name, columns })));
    waiting = waiting.filter((table) => !next.includes(table));
  }
  return ordered;
}

/**
 * Sequences that were used. Sequences are not part of a snapshot: values that are read after its start are
 * never behind its rows.
 */
export async function countersOf(
  client: ClientBase,
  schemas: readonly string[],
): Promise<Counter[]> {
  const { rows } = await client.query<Counter>(
    `SELECT schemaname AS schema, sequencename AS name, last_value::text AS last FROM pg_sequences
      WHERE schemaname = ANY($1) AND last_value IS NOT NULL ORDER BY 1, 2`,
    [schemas],
  );
  return rows;
}

/** The names of a service's migrations that have run, in their order. */
export async function appliedMigrations(client: ClientBase, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM ${escapeIdentifier(schema)}.${MIGRATIONS_TABLE} ORDER BY id`,
  );
  return rows.map(({ name }) => name);
}

/** Which state of its tables BullMQ's own migrations have made. */
export async function queueVersion(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    `SELECT max(version)::int AS version FROM ${QUEUE_SCHEMA}.${QUEUE_MIGRATIONS_TABLE}`,
  );
  return rows[0]?.version ?? 0;
}

export const nameOf = ({ schema, name }: { schema: string; name: string }): string =>
  `${schema}.${name}`;

/** As statements write it. */
export const quoted = ({ schema, name }: { schema: string; name: string }): string =>
  `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;

export const copied = (table: Table): string =>
  `${quoted(table)} (${table.columns.map((column) => escapeIdentifier(column)).join(', ')})`;
