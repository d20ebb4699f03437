import { largest } from '../extremes';
import type { Out } from '../out';

const DIVIDER = /^[ \t]*(?:([-*_=~#])[ \t]*)(?:\1[ \t]*){2,}$/;
const UNDERLINE = /^[ \t]*(={3,}|-{3,})[ \t]*$/;
const BULLET = /^([ \t]*)[-*+•‣◦–][ \t]+(?=\S)/;
const COUNTED = /^([ \t]*)((?:\d{1,3}|[a-z]|[ivx]{1,5})[.)])[ \t]+(?=\S)/i;
const CHAPTER =
  /^(chapter|part|act|scene|book|appendix|kapitel|teil|anhang)\s+([\divxlc]+|one|two|three|four|five|six|seven|eight|nine|ten|[a-z])\b/i;
const TAB = 4;
/** Lines of text that someone wrapped end near one margin; shorter ones are verse, lists or addresses. */
const WRAPPED = 50;
const MAX_HEADING = 80;

/** Paragraphs are set apart by empty lines; what stands alone in capitals or is underlined heads them. */
export function readPlainText(text: string, out: Out): void {
  const lines = text.split(/\r\n?|[\n\v\f\u0085\u2028\u2029]/);
  let block: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || DIVIDER.test(line)) {
      // A line under a single one is its underline.
      if (line.trim() !== '' && block.length === 1 && UNDERLINE.test(line)) {
        const level = line.trim().startsWith('=') ? 1 : 2;
        out.add({ kind: 'heading', level, inlines: [{ text: block[0]!.trim() }] });
      } else {
        addBlock(block, out);
        if (line.trim() !== '') out.add({ kind: 'divider' });
      }
      block = [];
    } else block.push(line);
    if (index % 5000 === 4999) out.progress(index / lines.length);
  }
  addBlock(block, out);
}

function addBlock(lines: string[], out: Out): void {
  if (lines.length === 0) return;
  if (lines.length === 1 && isHeading(lines[0]!.trim())) {
    const level = CHAPTER.test(lines[0]!.trim()) ? 1 : 2;
    return out.add({ kind: 'heading', level, inlines: [{ text: lines[0]!.trim() }] });
  }
  const firstItem = lines.findIndex((line) => BULLET.test(line) || COUNTED.test(line));
  // A line that begins with a number in the midst of wrapped text counts nothing.
  if (firstItem < 0 || (firstItem > 0 && !lines[firstItem - 1]!.trimEnd().endsWith(':')))
    return addParagraphs(lines, out);
  addParagraphs(lines.slice(0, firstItem), out);
  addItems(lines.slice(firstItem), out);
}

function addItems(lines: string[], out: Out): void {
  const indents: number[] = [];
  let item: { depth: number; marker?: string; words: string[] } | undefined;
  const flush = () => {
    if (!item) return;
    const { depth, marker, words } = item;
    const inlines = [{ text: words.join(' ') }];
    out.add({ kind: 'list_item', depth, inlines, ...(marker !== undefined && { marker }) });
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

function addParagraphs(lines: string[], out: Out): void {
  const longest = largest(lines.map((line) => line.trimEnd().length));
  const isWrapped =
    longest >= WRAPPED &&
    longest <= 2 * WRAPPED + 20 &&
    lines.slice(0, -1).every((line) => line.trimEnd().length >= longest * 0.6) &&
    !areSentences(lines);
  if (isWrapped || longest < WRAPPED) {
    const text = lines.map((line) => line.trim()).join(isWrapped ? ' ' : '\n');
    if (text !== '') out.add({ kind: 'paragraph', inlines: [{ text }] });
    return;
  }
  // Lines as long as paragraphs are paragraphs.
  if (longest > 2 * WRAPPED + 20)
    for (const line of lines) out.add({ kind: 'paragraph', inlines: [{ text: line }] });
  else
    out.add({
      kind: 'paragraph',
      inlines: [{ text: lines.map((line) => line.trim()).join('\n') }],
    });
}

/** Whoever wraps text breaks sentences: lines most of which end with one are entries of a log or a table. */
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
