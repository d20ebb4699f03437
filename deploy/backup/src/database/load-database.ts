import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { escapeIdentifier, type Client } from 'pg';
import { from as copyFrom, type CopyStreamQuery } from 'pg-copy-streams';
import { StartupProblem } from '@tomekeeper/cli-kit';
import { whole, type ArchiveEntry } from '../archive/archive-reader';
import {
  copied,
  DATABASE_FOLDER,
  nameOf,
  quoted,
  SavedTables,
  TABLES_ENTRY,
  tablesOf,
  type Counter,
  type RowCounts,
  type Table,
} from './saved-tables';

/** Fills the tables that migrations made from the entries of an archive, in one transaction. */
export class DatabaseLoader {
  private tables = new Map<string, Table>();
  private counters: readonly Counter[] = [];
  private open: { table: string; rows: CopyStreamQuery } | undefined;
  private readonly counts: RowCounts = {};

  private constructor(
    private readonly client: Client,
    /** Roles by schema, which own newly created objects. */
    private readonly owners: ReadonlyMap<string, string>,
  ) {}

  static async begin(client: Client, owners: ReadonlyMap<string, string>): Promise<DatabaseLoader> {
    await client.query('BEGIN');
    return new DatabaseLoader(client, owners);
  }

  /** Takes an entry in the order in which it was saved. */
  async take(entry: ArchiveEntry): Promise<void> {
    if (entry.name === TABLES_ENTRY) return this.clear(await whole(entry));
    const [schema = '', name = ''] = entry.name.slice(DATABASE_FOLDER.length).split('/');
    const rows = await this.rowsOf(nameOf({ schema, name }));
    for await (const chunk of entry.chunks) if (!rows.write(chunk)) await once(rows, 'drain');
  }

  /** Sets the counters. Others see nothing before this is through. */
  async finish(expected: RowCounts): Promise<void> {
    await this.close();
    for (const [table, count] of Object.entries(expected))
      if ((this.counts[table] ?? 0) !== count)
        throw new StartupProblem(
          `The backup should hold ${count} rows of ${table} and holds ${this.counts[table] ?? 0}: use another one.`,
        );
    for (const counter of this.counters) await this.set(counter);
    await this.setTriggers('ENABLE');
    await this.client.query('COMMIT');
    await this.client.query('ANALYZE');
  }

  /** Rows that a migration may have made go: the backup holds their present state. */
  private async clear(content: Buffer): Promise<void> {
    const { tables, counters } = SavedTables.parse(JSON.parse(content.toString('utf8')));
    this.counters = counters;
    this.tables = new Map(tables.map((table) => [nameOf(table), table]));
    const made = (await tablesOf(this.client, [...this.owners.keys()])).map(nameOf);
    const missing = [...this.tables.keys()].filter((name) => !made.includes(name));
    if (missing.length > 0)
      throw new StartupProblem(
        `The backup holds rows of ${missing.join(', ')}, which the migrations of this release do not make: restore it with the release that made it.`,
      );
    if (tables.length > 0) await this.client.query(`TRUNCATE ${tables.map(quoted).join(', ')}`);
    await this.setTriggers('DISABLE');
  }

  /** The rows that triggers write are part of the backup; active triggers would duplicate them. */
  private async setTriggers(to: 'ENABLE' | 'DISABLE'): Promise<void> {
    for (const table of this.tables.values())
      await this.client.query(`ALTER TABLE ${quoted(table)} ${to} TRIGGER USER`);
  }

  private async rowsOf(name: string): Promise<CopyStreamQuery> {
    if (this.open?.table === name) return this.open.rows;
    await this.close();
    const table = this.tables.get(name);
    if (!table) throw new StartupProblem(`The backup holds rows of ${name} but no such table.`);
    const rows = this.client.query(copyFrom(`COPY ${copied(table)} FROM STDIN`));
    // The next wait for the stream reports the error; without a listener it would end the process.
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
  }

  /** BullMQ makes the counter of a queue's ids when the queue is first used. */
  private async set(counter: Counter): Promise<void> {
    const owner = escapeIdentifier(this.owners.get(counter.schema) ?? '');
    await this.client.query(`SET LOCAL ROLE ${owner}`);
    await this.client.query(`CREATE SEQUENCE IF NOT EXISTS ${quoted(counter)}`);
    await this.client.query('SELECT setval($1::regclass, $2)', [quoted(counter), counter.last]);
    await this.client.query('RESET ROLE');
  }
}
