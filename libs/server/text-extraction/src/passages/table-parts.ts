import type { Inline } from '@tomekeeper/contracts-document';
import { rowsText } from '@tomekeeper/markdown';
import { normalizeInlines } from './inlines';

type TableRow = Inline[][];

const MAX_CELLS_OF_ROW = 1000;
/** Cells of one passage. Empty cells add no text, so the length alone is no limit. */
const MAX_CELLS = 5000;

/** Splits a table between rows into parts of at most `most` characters. A longer row forms a separate part. */
export function tableParts(table: readonly TableRow[], most: number): TableRow[][] {
  const rows = table
    .map((row) => row.slice(0, MAX_CELLS_OF_ROW).map((cell) => normalizeInlines(cell)))
    .filter((row) => row.some((cell) => cell.length > 0));
  const parts: TableRow[][] = [];
  let length = Infinity;
  let cells = 0;
  for (const row of rows) {
    const added = rowsText([row]).length + 1;
    if (length + added > most || cells + row.length > MAX_CELLS) {
      parts.push([]);
      length = 0;
      cells = 0;
    }
    parts.at(-1)!.push(row);
    length += added;
    cells += row.length;
  }
  return parts;
}
