import type { Inline } from '@tomekeeper/contracts-document';
import { wordsOf } from '@tomekeeper/markdown';
import { maxOf, minOf } from '../../min-max';
import { rowsOf, tableAt } from './tables';
import { boundsOf, inlinesOf, isBold, textOf, type Box, type Line } from './words';

/** Lines that form a block, before headings are detected. */
export interface TextBlock {
  kind: 'paragraph' | 'list_item' | 'table';
  lines: Line[];
  box: Box;
  inlines: Inline[];
  marker?: string;
  /** Left edge, which decides on the depth of list items. */
  indent: number;
  rows?: Inline[][][];
  hasHeader?: boolean;
}

const BULLET = /^\s*([•●○◦▪▫■□►▶➢➤✓✔❖◆◇∙·‣⁃\uf0b7\uf0a7\uf0d8]|[-–—*](?=\s))\s*/u;
const COUNTED = /^\s*((?:\(?\d{1,3}|\(?[a-zA-Z])[.)])\s+(?=\S)/;
const SENTENCE_END = /[.!?:;”"»)\]]$/;

/** Words of the whole file in lower case. */
export type Vocabulary = ReadonlySet<string>;

/** @param right edge of full lines, if known */
export function blocksOf(lines: readonly Line[], words: Vocabulary, right = 0): TextBlock[] {
  return columnsOf(lines).flatMap((column) => blocksOfColumn(column, words, right));
}

/** A line above the previous line starts another column. */
function columnsOf(lines: readonly Line[]): Line[][] {
  const columns: Line[][] = [];
  for (const line of lines) {
    const last = columns.at(-1)?.at(-1);
    const goesUp = last && line.baseline < last.baseline - 0.6 * line.size;
    if (last && !goesUp) columns.at(-1)!.push(line);
    else columns.push([line]);
  }
  return columns;
}

function blocksOfColumn(lines: Line[], words: Vocabulary, right: number): TextBlock[] {
  const blocks: TextBlock[] = [];
  const rows = rowsOf(lines);
  let text: Line[] = [];
  const flush = () => {
    blocks.push(...paragraphsOf(text, words, right));
    text = [];
  };
  for (let at = 0; at < rows.length;) {
    const table = rows[at]!.length > 1 ? tableAt(rows.slice(at, at + 500)) : undefined;
    if (table) {
      flush();
      blocks.push({
        kind: 'table',
        lines: table.lines,
        box: boundsOf(table.lines),
        inlines: [],
        indent: 0,
        rows: table.rows,
        hasHeader: table.hasHeader,
      });
      at += table.length;
      continue;
    }
    text.push(joined(rows[at]!));
    at++;
  }
  flush();
  return blocks;
}

/** Joins lines with the same baseline that are not a table, such as a name with a number at the margin. */
const joined = (row: Line[]): Line =>
  row.length === 1
    ? row[0]!
    : { ...row[0]!, ...boundsOf(row), runs: row.flatMap(({ runs }) => runs), isOneOfMany: true };

function paragraphsOf(lines: Line[], words: Vocabulary, right: number): TextBlock[] {
  const blocks: TextBlock[] = [];
  const leading = usualLeading(lines);
  let current: Line[] = [];
  const flush = () => {
    if (current.length > 0) blocks.push(blockOf(current, words));
    current = [];
  };
  for (const [index, line] of lines.entries()) {
    const before = current.at(-1);
    const edge = Math.max(right, rightEdge(lines, index));
    if (
      before &&
      startsParagraph({ line, before, block: current, after: lines[index + 1], edge, leading })
    )
      flush();
    current.push(line);
  }
  flush();
  return blocks;
}

/** Line spacing within paragraphs, relative to the font size. */
function usualLeading(lines: readonly Line[]): number {
  const distances = lines
    .slice(1)
    .map((line, index) => (line.baseline - lines[index]!.baseline) / line.size)
    .filter((distance) => distance > 0.7 && distance < 2.2)
    .sort((one, other) => one - other);
  return distances[Math.floor(distances.length * 0.4)] ?? 1.2;
}

/** Right edge of the text around a line. */
const rightEdge = (lines: readonly Line[], index: number): number =>
  Math.max(
    ...lines
      .slice(Math.max(0, index - 12), index + 12)
      .filter(({ size }) => Math.abs(size - lines[index]!.size) < 1)
      .map(({ right }) => right),
  );

interface LinePosition {
  line: Line;
  before: Line;
  /** Lines of the paragraph so far. */
  block: readonly Line[];
  after: Line | undefined;
  edge: number;
  leading: number;
}

function startsParagraph({ line, before, block, after, edge, leading }: LinePosition): boolean {
  const { size } = line;
  if (Math.abs(size - before.size) > 0.08 * Math.max(size, before.size)) return true;
  const distance = (line.baseline - before.baseline) / size;
  if (distance > 1.3 * leading || distance < 0.5) return true;
  const text = textOf(line);
  if (BULLET.test(text) || isCounted(text, before, line, block[0]!)) return true;
  if (isBold(line) !== isBold(before) && (isBold(before) ? block.every(isBold) : true)) {
    // A bold line at the end of a paragraph belongs to it. A separate bold line is a heading.
    if (isBold(before) || fits(line, before, edge)) return true;
  }
  // Bold text starts a new entry if it had fit on the previous line.
  const isEntry =
    line.runs[0]!.bold && !before.runs.at(-1)!.bold && line.left <= block[0]!.left + size;
  if (isEntry && fits(line, before, edge)) return true;
  const first = block[0]!;
  const isItem = markerOf(textOf(first)) !== undefined;
  if (isItem) return line.left <= first.left + 0.3 * size && endsShort(line, before, edge);
  const isIndented = line.left > before.left + 0.6 * size && line.left < before.left + 6 * size;
  const goesBack = after === undefined || after.left < line.left - 0.5 * size;
  if (isIndented && goesBack && block.length >= 1 && !isHanging(block)) return true;
  return endsShort(line, before, edge);
}

/** Hanging indent. */
const isHanging = (block: readonly Line[]): boolean =>
  block.length > 1 ? block[1]!.left > block[0]!.left + 0.5 * block[0]!.size : false;

/** Whether a sentence ends although the next word had fit on the line. */
const endsShort = (line: Line, before: Line, right: number): boolean =>
  SENTENCE_END.test(textOf(before).trimEnd()) && fits(line, before, right);

function fits(line: Line, before: Line, right: number): boolean {
  const text = textOf(line).trim();
  const word = /^\S+/.exec(text)?.[0] ?? '';
  const width = ((line.right - line.left) * word.length) / Math.max(1, text.length);
  return before.right + width + 0.6 * line.size < right;
}

/** A number at the start of a line is a list marker if the previous line ends a sentence or the block has a number. */
const isCounted = (text: string, before: Line, line: Line, first: Line): boolean =>
  COUNTED.test(text) &&
  (SENTENCE_END.test(textOf(before).trimEnd()) ||
    COUNTED.test(textOf(first)) ||
    Math.abs(before.left - line.left) > 0.5 * line.size);

const markerOf = (text: string): { marker?: string; length: number } | undefined => {
  const bullet = BULLET.exec(text);
  if (bullet) return { length: bullet[0].length };
  const counted = COUNTED.exec(text);
  return counted ? { marker: counted[1]!, length: counted[0].length } : undefined;
};

function blockOf(lines: Line[], words: Vocabulary): TextBlock {
  const inlines = joinLines(lines, words);
  const found = markerOf(wordsOf(inlines));
  const shared = { lines, box: boundsOf(lines), indent: lines[0]!.left };
  // A bold "A. Cave" is a heading.
  const isItem = found && (found.marker === undefined || !lines.every(isBold));
  if (!isItem) return { ...shared, kind: 'paragraph', inlines };
  return {
    ...shared,
    kind: 'list_item',
    inlines: withoutStart(inlines, found.length),
    ...(found.marker !== undefined && { marker: found.marker }),
  };
}

function withoutStart(inlines: Inline[], length: number): Inline[] {
  let left = length;
  return inlines.flatMap((inline) => {
    const taken = Math.min(left, inline.text.length);
    left -= taken;
    return taken < inline.text.length ? [{ ...inline, text: inline.text.slice(taken) }] : [];
  });
}

/** Verse and addresses keep line breaks where the remaining width exceeds this share. */
const ROOM = 0.3;

function joinLines(lines: readonly Line[], words: Vocabulary): Inline[] {
  const right = maxOf(lines.map((line) => line.right));
  const left = minOf(lines.map((line) => line.left));
  let all: Inline[] = [];
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    const inlines = inlinesOf(line);
    if (!before) {
      all = inlines;
      continue;
    }
    const isBroken =
      before.right < right - ROOM * (right - left) && fits(line, before, right) && lines.length > 2;
    all = joinInlines(all, inlines, words, isBroken ? '\n' : ' ');
  }
  return all;
}

/** Joins text across lines, columns or pages, and removes hyphens of split words. */
export function joinInlines(
  before: Inline[],
  after: Inline[],
  words: Vocabulary,
  between = ' ',
): Inline[] {
  const last = before.at(-1);
  const first = after[0];
  if (!last || !first) return [...before, ...after];
  const start = /(\p{L}+)[-‐\u00ad]\s*$/u.exec(last.text);
  const end = /^\s*(\p{Ll}[\p{L}]*)/u.exec(first.text);
  if (start && end) {
    const head = last.text.slice(0, start.index + start[1]!.length);
    const keepsHyphen =
      !words.has((start[1]! + end[1]!).toLowerCase()) &&
      words.has(`${start[1]!}-${end[1]!}`.toLowerCase());
    return [
      ...before.slice(0, -1),
      { ...last, text: keepsHyphen ? `${head}-` : head },
      { ...first, text: first.text.trimStart() },
      ...after.slice(1),
    ];
  }
  const isParted = /[\p{L}\p{N}][-‐]\s*$/u.test(last.text) || /[–—/]$/.test(last.text);
  const isSpaced = /\s$/.test(last.text) || /^\s/.test(first.text);
  const gap = isParted || (isSpaced && between === ' ') ? [] : [{ ...bare(last), text: between }];
  return [...before, ...gap, ...after];
}

const bare = ({ bold, italic }: Inline): Omit<Inline, 'text'> => ({
  ...(bold && { bold }),
  ...(italic && { italic }),
});
