import { maxOf } from '../min-max';
import type { PassageWriter } from '../passages/passage-writer';

const DIVIDER = /^[ \t]*(?:([-*_=~#])[ \t]*)(?:\1[ \t]*){2,}$/;
const UNDERLINE = /^[ \t]*(={3,}|-{3,})[ \t]*$/;
const BULLET = /^([ \t]*)[-*+•‣◦–][ \t]+(?=\S)/;
const COUNTED = /^([ \t]*)((?:\d{1,3}|[a-z]|[ivx]{1,5})[.)])[ \t]+(?=\S)/i;
const CHAPTER =
  /^(chapter|part|act|scene|book|appendix|kapitel|teil|anhang)\s+([\divxlc]+|one|two|three|four|five|six|seven|eight|nine|ten|[a-z])\b/i;
const TAB = 4;
/** Minimum line length of wrapped text. Shorter lines are verse, lists or addresses. */
const WRAPPED = 50;
const MAX_HEADING = 80;

/** Empty lines separate paragraphs; a separate line in capitals or with an underline is a heading. */
export function extractPlainText(text: string, writer: PassageWriter): void {
  const lines = text.split(/\r\n?|[\n\v\f\u0085\u2028\u2029]/);
  let block: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || DIVIDER.test(line)) {
      // A rule below a single line is its underline.
      if (line.trim() !== '' && block.length === 1 && UNDERLINE.test(line)) {
        const level = line.trim().startsWith('=') ? 1 : 2;
        writer.add({ kind: 'heading', level, inlines: [{ text: block[0]!.trim() }] });
      } else {
        addBlock(block, writer);
        if (line.trim() !== '') writer.add({ kind: 'divider' });
      }
      block = [];
    } else block.push(line);
    if (index % 5000 === 4999) writer.progress(index / lines.length);
  }
  addBlock(block, writer);
}

function addBlock(lines: string[], writer: PassageWriter): void {
  if (lines.length === 0) return;
  if (lines.length === 1 && isHeading(lines[0]!.trim())) {
    const level = CHAPTER.test(lines[0]!.trim()) ? 1 : 2;
    return writer.add({ kind: 'heading', level, inlines: [{ text: lines[0]!.trim() }] });
  }
  const firstItem = lines.findIndex((line) => BULLET.test(line) || COUNTED.test(line));
  // In wrapped text, a line that starts with a number is no list item.
  if (firstItem < 0 || (firstItem > 0 && !lines[firstItem - 1]!.trimEnd().endsWith(':')))
    return addParagraphs(lines, writer);
  addParagraphs(lines.slice(0, firstItem), writer);
  addItems(lines.slice(firstItem), writer);
}

function addItems(lines: string[], writer: PassageWriter): void {
  const indents: number[] = [];
  let item: { depth: number; marker?: string; words: string[] } | undefined;
  const flush = () => {
    if (!item) return;
    const { depth, marker, words } = item;
    const inlines = [{ text: words.join(' ') }];
    writer.add({ kind: 'list_item', depth, inlines, ...(marker !== undefined && { marker }) });
  };
  for (const line of lines) {
    const found = BULLET.exec(line) ?? COUNTED.exec(line);
    if (!found) {
      item?.words.push(line.trim());
      continue;
    }
    flush();
    const indent = found[1]!.replaceAll('\t', ' '.repeat(TAB)).length;
    while (indents.length > 0 && indents.at(-1)! > indent) indents.pop();
    if (indents.length === 0 || indents.at(-1)! < indent) indents.push(indent);
    const words = [line.slice(found[0].length).trim()];
    const marker = found[2];
    item = { depth: indents.length - 1, words, ...(marker !== undefined && { marker }) };
  }
  flush();
}

function addParagraphs(lines: string[], writer: PassageWriter): void {
  const longest = maxOf(lines.map((line) => line.trimEnd().length));
  const isWrapped =
    longest >= WRAPPED &&
    longest <= 2 * WRAPPED + 20 &&
    lines.slice(0, -1).every((line) => line.trimEnd().length >= longest * 0.6) &&
    !areSentences(lines);
  if (isWrapped || longest < WRAPPED) {
    const text = lines.map((line) => line.trim()).join(isWrapped ? ' ' : '\n');
    if (text !== '') writer.add({ kind: 'paragraph', inlines: [{ text }] });
    return;
  }
  // Long lines are paragraphs.
  if (longest > 2 * WRAPPED + 20)
    for (const line of lines) writer.add({ kind: 'paragraph', inlines: [{ text: line }] });
  else
    writer.add({
      kind: 'paragraph',
      inlines: [{ text: lines.map((line) => line.trim()).join('\n') }],
    });
}

/** Wrapped text breaks sentences. If most lines end a sentence, they are entries of a log or a table. */
function areSentences(lines: readonly string[]): boolean {
  const ends = lines.filter((line) => /[.!?:;]["'”’»)]?\s*$/.test(line)).length;
  return lines.length >= 3 && ends > lines.length * 0.6;
}

function isHeading(line: string): boolean {
  if (line.length > MAX_HEADING || /[.,;:]$/.test(line)) return false;
  if (CHAPTER.test(line)) return true;
  const letters = line.match(/\p{L}/gu) ?? [];
  return letters.length >= 3 && line === line.toUpperCase() && line !== line.toLowerCase();
}
