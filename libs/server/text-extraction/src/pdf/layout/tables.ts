import type { Inline } from '@tomekeeper/contracts-document';
import { maxOf, minOf } from '../../min-max';
import { inlinesOf, isBold, textOf, type Line } from './words';

/** Lines with the same baseline: cells of a table row, or one line of text. */
export type PdfTableRow = Line[];

/** Dots before a page number. */
const LEADERS = /(?:\.\s?){4,}|…{2,}|_{4,}/;

export function rowsOf(lines: readonly Line[]): PdfTableRow[] {
  const rows: PdfTableRow[] = [];
  for (const line of lines) {
    const last = rows.at(-1);
    const before = last?.at(-1);
    const isBeside =
      before &&
      Math.abs(before.baseline - line.baseline) < 0.4 * Math.min(before.size, line.size) &&
      line.left > before.right;
    if (isBeside) last!.push(line);
    else rows.push([line]);
  }
  return rows;
}

export interface FoundTable {
  lines: Line[];
  rows: Inline[][][];
  hasHeader: boolean;
  /** Number of rows consumed. */
  length: number;
}

interface Column {
  left: number;
  right: number;
}

/** @returns the table that starts with the first row, if any */
export function tableAt(rows: readonly PdfTableRow[]): FoundTable | undefined {
  const taken: PdfTableRow[] = [];
  let last: PdfTableRow | undefined;
  for (const row of rows) {
    const gap = last && row[0]!.baseline - last[0]!.baseline;
    if (gap !== undefined && (gap <= 0 || gap > 3 * row[0]!.size)) break;
    if (row.some((cell) => LEADERS.test(textOf(cell)))) break;
    if (row.length === 1 && !(last && gap! < 1.6 * row[0]!.size && isOfColumn(row[0]!, taken)))
      break;
    taken.push(row);
    last = row;
  }
  const isSingle = (row: PdfTableRow | undefined) => row?.length === 1;
  while (isSingle(taken.at(-1)) && !isInLaterColumn(taken.at(-1)![0]!, taken)) taken.pop();
  const full = taken.filter((row) => row.length > 1);
  if (full.length < 2) return undefined;
  const columns = columnsOf(full);
  if (!columns) return undefined;
  return { ...filled(taken, columns), lines: taken.flat(), length: taken.length };
}

/** Whether a line continues a cell of an earlier row. */
const isOfColumn = (line: Line, rows: readonly PdfTableRow[]): boolean =>
  rows.some(
    (row) =>
      row.length > 1 &&
      row.some((cell, index) => {
        const next = row[index + 1];
        return Math.abs(cell.left - line.left) < cell.size && (!next || line.right < next.left);
      }),
  );

const isInLaterColumn = (line: Line, rows: readonly PdfTableRow[]): boolean =>
  rows.some(
    (row) => row.length > 1 && row.slice(1).some(({ left }) => line.left > left - line.size),
  );

/** Columns of the rows with most cells, of which at least two are needed. */
function columnsOf(rows: readonly PdfTableRow[]): Column[] | undefined {
  const counts = rows.map(({ length }) => length).sort((one, other) => other - one);
  const most = counts.find((count, index) => counts[index + 1] === count);
  const full = rows.filter(({ length }) => length === most);
  if (most === undefined) return undefined;
  const columns: Column[] = [];
  for (let index = 0; index < most; index++) {
    const cells = full.map((row) => row[index]!);
    if (index > 0 && !areAligned(cells)) return undefined;
    columns.push({
      left: minOf(cells.map(({ left }) => left)),
      right: maxOf(cells.map(({ right }) => right)),
    });
  }
  const areApart = columns.every(
    (column, index) => index === 0 || column.left > columns[index - 1]!.right - 2,
  );
  return areApart ? columns : undefined;
}

/** Whether cells of a column have the same left edge, right edge or center. */
function areAligned(cells: readonly Line[]): boolean {
  const places = [
    (cell: Line) => cell.left,
    (cell: Line) => cell.right,
    (cell: Line) => (cell.left + cell.right) / 2,
  ];
  return places.some((place) => {
    const at = cells.map(place).sort((one, other) => one - other);
    const middle = at[Math.floor(at.length / 2)]!;
    const near = at.filter((each) => Math.abs(each - middle) < 0.5 * cells[0]!.size);
    return near.length >= Math.max(2, cells.length * 0.7);
  });
}

function filled(
  rows: readonly PdfTableRow[],
  columns: Column[],
): Pick<FoundTable, 'rows' | 'hasHeader'> {
  const table: Inline[][][] = [];
  for (const row of rows) {
    const cells: Inline[][] = columns.map(() => []);
    for (const line of row) {
      const cell = cells[nearest(line, columns)]!;
      if (cell.length > 0) cell.push({ text: ' ' });
      cell.push(...inlinesOf(line));
    }
    const above = table.at(-1);
    // A row with an empty first cell continues the row above.
    if (above && (row.length === 1 || cells[0]!.length === 0))
      for (const [index, cell] of cells.entries()) {
        if (cell.length > 0) above[index]!.push({ text: ' ' }, ...cell);
      }
    else table.push(cells);
  }
  const [first, second] = rows;
  const hasHeader =
    first !== undefined && first.every(isBold) && second !== undefined && !second.every(isBold);
  return { rows: table, hasHeader };
}

function nearest(line: Line, columns: Column[]): number {
  const distance = ({ left, right }: Column) => {
    const overlap = Math.min(line.right, right) - Math.max(line.left, left);
    return overlap > 0 ? -overlap : Math.max(line.left - right, left - line.right);
  };
  return columns.reduce(
    (best, column, index) => (distance(column) < distance(columns[best]!) ? index : best),
    0,
  );
}
