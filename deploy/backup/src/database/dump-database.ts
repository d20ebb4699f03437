import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { ArchiveWriter } from '../archive/archive-writer';
import {
  copied,
  countersOf,
  DATABASE_FOLDER,
  nameOf,
  TABLES_ENTRY,
  tablesOf,
  type RowCounts,
  type Table,
} from './saved-tables';

/** tar wants sizes beforehand, the server does not know them: rows go out in pieces. */
const PIECE_BYTES = 4 * 1024 * 1024;

/** Dumps all rows of these schemas as of the open snapshot of `client`. */
export async function dumpDatabase(
  client: Client,
  schemas: readonly string[],
  archive: ArchiveWriter,
): Promise<RowCounts> {
  const tables = await tablesOf(client, schemas);
  const counters = await countersOf(client, schemas);
  await archive.add(TABLES_ENTRY, JSON.stringify({ tables, counters }));
  const counts: RowCounts = {};
  for (const table of tables) counts[nameOf(table)] = await dumpTable(client, table, archive);
  return counts;
}

/** @returns how many rows there were */
async function dumpTable(client: Client, table: Table, archive: ArchiveWriter): Promise<number> {
  const rows = client.query(copyTo(`COPY ${copied(table)} TO STDOUT`));
  let piece: Buffer[] = [];
  let length = 0;
  let number = 0;
  const write = async (): Promise<void> => {
    number += 1;
    const entry = `${DATABASE_FOLDER}${table.schema}/${table.name}/${String(number).padStart(6, '0')}.copy`;
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
