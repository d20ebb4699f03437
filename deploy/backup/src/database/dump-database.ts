import type { Client } from 'pg';
import { escapeIdentifier } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { ArchiveWriter } from '../archive/archive-writer';
import {
  describeCounters,
  describeSchema,
  type SchemaDescription,
  type TableDescription,
} from './schema-description';

/** tar wants sizes beforehand, the server does not know them: rows go out in pieces. */
const PIECE_BYTES = 4 * 1024 * 1024;

export const DATABASE_FOLDER = 'database/';
export const SCHEMAS_ENTRY = `${DATABASE_FOLDER}schemas.json`;

/** How many rows each table has, by `schema.table`. */
export type RowCounts = Record<string, number>;

/** Everything of these schemas as it was at one single moment, that of the open snapshot of `client`. */
export async function dumpDatabase(
  client: Client,
  schemas: readonly string[],
  archive: ArchiveWriter,
): Promise<RowCounts> {
  const described: SchemaDescription[] = [];
  const counters: string[] = [];
  for (const schema of schemas) {
    described.push(await describeSchema(client, schema));
    // Counters belong to no snapshot; read after it began they are never behind its rows.
    counters.push(...(await describeCounters(client, schema)));
  }
  await archive.add(SCHEMAS_ENTRY, JSON.stringify({ schemas: described, counters }));
  const counts: RowCounts = {};
  for (const { name, tables } of described)
    for (const table of tables)
      counts[`${name}.${table.name}`] = await dumpTable(client, name, table, archive);
  return counts;
}

/** @returns how many rows there were */
async function dumpTable(
  client: Client,
  schema: string,
  { name, columns }: TableDescription,
  archive: ArchiveWriter,
): Promise<number> {
  const rows = client.query(copyTo(`COPY ${copyTarget(schema, name, columns)} TO STDOUT`));
  let piece: Buffer[] = [];
  let length = 0;
  let number = 0;
  const write = async (): Promise<void> => {
    number += 1;
    const entry = `${DATABASE_FOLDER}${schema}/${name}/${String(number).padStart(6, '0')}.copy`;
    await archive.add(entry, Buffer.concat(piece));
    [piece, length] = [[], 0];
  };
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    piece.push(chunk);
    length += chunk.length;
    if (length >= PIECE_BYTES) await write();
  }
  if (length > 0) await write();
  return rows.rowCount;
}

export function copyTarget(schema: string, table: string, columns: readonly string[]): string {
  const names = columns.map((column) => escapeIdentifier(column)).join(', ');
  return `${escapeIdentifier(schema)}.${escapeIdentifier(table)} (${names})`;
}
