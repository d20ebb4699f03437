import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { escapeIdentifier, type Client } from 'pg';
import { from as copyFrom, type CopyStreamQuery } from 'pg-copy-streams';
import { z } from 'zod';
import { StartupProblem } from '@tomekeeper/program-kit';
import type { ArchiveEntry } from '../archive/archive-reader';
import { copyTarget, DATABASE_FOLDER, SCHEMAS_ENTRY, type RowCounts } from './dump-database';
import { describeSchema, type SchemaDescription } from './schema-description';

const Schemas = z.object({
  schemas: z.array(
    z.object({
      name: z.string(),
      before: z.array(z.string()),
      after: z.array(z.string()),
      tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
    }),
  ),
  counters: z.array(z.string()),
});

export type LoadOptions = {
  /** Who is to own a schema; without one it is who loads. */
  readonly ownerOf: (schema: string) => string | undefined;
  /** The server speaks of schemas as the saved one did, so what was made can be compared. */
  readonly isSameServer: boolean;
};

/** Fills empty schemas from the entries of an archive, in one transaction. */
export class DatabaseLoader {
  private schemas: readonly SchemaDescription[] = [];
  private counters: readonly string[] = [];
  private open: { table: string; rows: CopyStreamQuery } | undefined;
  private readonly counts: RowCounts = {};

  private constructor(
    private readonly client: Client,
    private readonly options: LoadOptions,
  ) {}

  static async begin(client: Client, options: LoadOptions): Promise<DatabaseLoader> {
    await client.query('BEGIN');
    // As in the saving session, so that every name says its schema; and functions may come in any order.
    await client.query(`SET LOCAL search_path = ''`);
    await client.query('SET LOCAL check_function_bodies = off');
    return new DatabaseLoader(client, options);
  }

  /** Takes an entry in the order in which it was saved. */
  async take(entry: ArchiveEntry): Promise<void> {
    if (entry.name === SCHEMAS_ENTRY) return this.makeTables(await whole(entry));
    const [schema = '', table = ''] = entry.name.slice(DATABASE_FOLDER.length).split('/');
    const rows = await this.rowsOf(schema, table);
    for await (const chunk of entry.chunks) if (!rows.write(chunk)) await untilDrained(rows);
  }

  /** Keys, indexes and counters; nothing is there for others before this is through. */
  async finish(expected: RowCounts): Promise<void> {
    await this.close();
    for (const [table, count] of Object.entries(expected))
      if ((this.counts[table] ?? 0) !== count)
        throw new StartupProblem(
          `The backup should hold ${count} rows of ${table} and holds ${this.counts[table] ?? 0}: use another one.`,
        );
    for (const { name, after } of this.schemas) {
      await this.become(this.options.ownerOf(name));
      for (const statement of after) await this.client.query(statement);
    }
    await this.client.query('RESET ROLE');
    for (const counter of this.counters) await this.client.query(counter);
    if (this.options.isSameServer) await this.compare();
    await this.client.query('COMMIT');
    await this.client.query('ANALYZE');
  }

  private async makeTables(content: Buffer): Promise<void> {
    const { schemas, counters } = Schemas.parse(JSON.parse(content.toString('utf8')));
    this.schemas = schemas;
    this.counters = counters;
    for (const { name, before } of schemas) {
      const owner = this.options.ownerOf(name);
      await this.become(owner);
      if (owner === undefined) await this.client.query(`CREATE SCHEMA ${escapeIdentifier(name)}`);
      for (const statement of before) await this.client.query(statement);
    }
    await this.client.query('RESET ROLE');
  }

  private async become(role: string | undefined): Promise<void> {
    await this.client.query(
      role === undefined ? 'RESET ROLE' : `SET ROLE ${escapeIdentifier(role)}`,
    );
  }

  private async rowsOf(schema: string, table: string): Promise<CopyStreamQuery> {
    const name = `${schema}.${table}`;
    if (this.open?.table === name) return this.open.rows;
    await this.close();
    const described = this.schemas.find((one) => one.name === schema);
    const columns = described?.tables.find((one) => one.name === table)?.columns;
    if (!columns) throw new StartupProblem(`The backup holds rows of ${name} but no such table.`);
    await this.become(this.options.ownerOf(schema));
    const rows = this.client.query(
      copyFrom(`COPY ${copyTarget(schema, table, columns)} FROM STDIN`),
    );
    // Told by what waits for the stream next; unheard it would end the process.
    rows.on('error', () => undefined);
    this.open = { table: name, rows };
    return rows;
  }

  private async close(): Promise<void> {
    if (!this.open) return;
    const { table, rows } = this.open;
    this.open = undefined;
    rows.end();
    await finished(rows);
    this.counts[table] = rows.rowCount;
    await this.client.query('RESET ROLE');
  }

  /** What was made must read as what was saved. */
  private async compare(): Promise<void> {
    for (const saved of this.schemas) {
      const made = await describeSchema(this.client, saved.name);
      if (JSON.stringify(made) !== JSON.stringify(saved))
        throw new Error(`The schema ${saved.name} is not what was saved: please report this.`);
    }
  }
}

async function untilDrained(rows: CopyStreamQuery): Promise<void> {
  await once(rows, 'drain');
}

async function whole({ chunks }: ArchiveEntry): Promise<Buffer> {
  const content: Buffer[] = [];
  for await (const chunk of chunks) content.push(chunk);
  return Buffer.concat(content);
}
