import { ExtractionError } from '@tomekeeper/text-extraction';

/** Cells of one file. */
const MAX_FILE_CELLS = 200_000;

/**
 * Rows of a CSV file with commas, as RFC 4180 describes.
 * @throws {ExtractionError} when the file has too many cells
 */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cells = 0;
  let at = text.startsWith('\ufeff') ? 1 : 0;
  while (at < text.length) {
    const { value, end } = fieldAt(text, at);
    row.push(value);
    if (++cells > MAX_FILE_CELLS) throw new ExtractionError('too_large');
    at = end + 1;
    if (text[end] === ',' && at < text.length) continue;
    if (text[end] === ',') row.push('');
    if (text[end] === '\r' && text[at] === '\n') at++;
    rows.push(row);
    row = [];
  }
  return rows.filter((each) => each.some((value) => value !== ''));
}

const END = /[,\r\n]/g;

function fieldAt(text: string, from: number): { value: string; end: number } {
  if (text[from] !== '"') {
    END.lastIndex = from;
    const end = END.exec(text)?.index ?? text.length;
    return { value: text.slice(from, end).trim(), end };
  }
  let at = text.indexOf('"', from + 1);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  const close = at < 0 ? text.length : at;
  const value = text
    .slice(from + 1, close)
    .replaceAll('""', '"')
    .trim();
  END.lastIndex = close;
  return { value, end: END.exec(text)?.index ?? text.length };
}

const MAX_CELLS = 4000;
/** UTF-16 units; a passage takes 14,000. */
const MAX_LENGTH = 12_000;

/** Splits rows into tables that fit into a passage, each with the header. */
export function splitTable(rows: readonly string[][]): string[][][] {
  const [header = [], ...body] = rows;
  const size = (row: readonly string[]) => row.join('\t').length + 1;
  const tables: string[][][] = [[header]];
  let [length, cells] = [size(header), header.length];
  for (const row of body) {
    if (length + size(row) > MAX_LENGTH || cells + row.length > MAX_CELLS) {
      tables.push([header]);
      [length, cells] = [size(header), header.length];
    }
    tables.at(-1)!.push(row);
    length += size(row);
    cells += row.length;
  }
  return tables;
}
