// A text before it is parsed.

export type Links = Record<string, { href: string; title: string }>;

/** The first line of code, also in quotes. Two ways to match a space would cost exponential time in nested quotes. */
const FENCE = /^(?:( {0,3}>(?: {0,4}>){0,23}) {0,4}| {0,3})(`{3,}(?=[^`]*$)|~{3,})/;
const FENCE_END = /^ {0,3}(`{3,}|~{3,})[ \t]*$/;
const HEADING = /^ {0,3}#{1,6}[ \t]/;
const DEFINITION = /^ {0,3}\[(?!\^)([^[\]\n]{1,300})\]:[ \t]*(?:<([^<>\n]{0,2000})>|(\S{1,2000}))/;
const FOOTNOTE = /^( {0,3})\[\^([^\s[\]]{1,80})\]:(?=\s|$)/;
/** Quotes and lists in each other, in one line and by indentation. */
const DEEP_MARKERS =
  /^((?:[ \t]{0,3}(?:>|(?:[-*+]|\d{1,9}[.)])[ \t])){24})(?:[ \t]{0,3}(?:>|(?:[-*+]|\d{1,9}[.)])[ \t]))+/;
const DEEP_INDENT = /^[ \t]{80,}/;
const CALLOUT_LINE = /^((?:[ \t]{0,3}>)+)[ \t]*\[![^\]\n]{1,160}\]/;

/** The text without its front matter, and its link definitions, which each segment needs. */
export function cleanSource(text: string): { source: string; links: Links } {
  const links = Object.create(null) as Links;
  const lines: string[] = [];
  const given = withoutFrontMatter(text.replace(/^\ufeff/, '').split(/\r\n?|\n/));
  const fence = new Fence();
  for (const [at, one] of given.entries()) {
    if (fence.read(one)) {
      lines.push(one);
      continue;
    }
    let line = one.replace(DEEP_MARKERS, '$1').replace(DEEP_INDENT, ' '.repeat(80));
    const found = DEFINITION.exec(line);
    if (found) links[found[1]!] ??= { href: found[2] ?? found[3]!, title: '' };
    line = line.replace(FOOTNOTE, '$1\\[$2\\]');
    lines.push(line);
    const quote = CALLOUT_LINE.exec(line)?.[1];
    // The line of its name is no part of the callout's first paragraph.
    if (quote && signsOf(given[at + 1] ?? '').startsWith(signsOf(quote))) lines.push(quote);
  }
  return { source: lines.join('\n'), links };
}

/** The signs of a quote at the beginning of a line. */
const signsOf = (line: string): string => (/^[ \t>]*/.exec(line)?.[0] ?? '').replace(/[ \t]/g, '');

class Fence {
  private open = '';
  private quotes = 0;

  /** @returns whether a line is in a fence, or begins or ends one */
  read(line: string): boolean {
    const code = this.open === '' ? undefined : withoutQuotes(line, this.quotes);
    if (code !== undefined) {
      const mark = FENCE_END.exec(code)?.[1];
      if (mark?.[0] === this.open[0] && mark!.length >= this.open.length) this.open = '';
      return true;
    }
    const [, quotes = '', mark = ''] = FENCE.exec(line) ?? [];
    this.open = mark;
    this.quotes = quotes.split('>').length - 1;
    return mark !== '';
  }
}

/** @returns undefined for a line outside so many quotes */
function withoutQuotes(line: string, quotes: number): string | undefined {
  let rest: string | undefined = line;
  for (let each = 0; each < quotes; each++) rest = rest && /^ {0,3}> ?(.*)$/.exec(rest)?.[1];
  return rest;
}

const KEY =
  /^(?:"[^"]*"[ \t]*|'[^']*'[ \t]*|[^\s#:?[\]{},&*!|>'"%@`-][^:]*|-[^\s:][^:]*):(?:[ \t]|$)/;

/** A front matter block is a YAML mapping between lines of dashes, which may be empty. */
function withoutFrontMatter(lines: string[]): string[] {
  if (!/^---[ \t]*$/.test(lines[0] ?? '')) return lines;
  const end = lines.findIndex((line, at) => at > 0 && /^(?:---|\.\.\.)[ \t]*$/.test(line));
  if (end < 0) return lines;
  let hasKey = false;
  for (const line of lines.slice(1, end)) {
    if (/^[ \t]*(?:#|$)/.test(line)) continue;
    if (KEY.test(line)) hasKey = true;
    else if (!hasKey || !/^(?:[ \t]|-[ \t]|-$|[\]}])/.test(line)) return lines;
  }
  const isEmpty = lines.slice(1, end).every((line) => line.trim() === '');
  return hasKey || (isEmpty && end === 1) ? lines.slice(end + 1) : lines;
}

/** From this length on a segment ends at the next place between blocks. */
const LONG = 256 * 1024;
/** Longest segment, in characters and lines with text, code apart. */
const MAX_LENGTH = 4 * 1024 * 1024;
const MAX_LINES = 100_000;

/** A text has more in one block than can be read. */
export class TooLongBlock extends Error {}

/**
 * Pieces that are parsed one after the other, so that only the tokens of one piece are in memory. None ends in a list, table, box,
 * code or comment.
 * @throws {TooLongBlock}
 */
export function* segments(source: string): Generator<string> {
  const all = source.split('\n');
  const isInComment = linesInComments(all);
  const fence = new Fence();
  let lines: string[] = [];
  let length = 0;
  let count = 0;
  let wasEmpty = true;
  for (const [at, line] of all.entries()) {
    const isCode = fence.read(line);
    const isPlace =
      length > LONG &&
      !isInComment[at] &&
      (HEADING.test(line) || (wasEmpty && /^[^\s>|<*+\-\d`~]/.test(line))) &&
      !isCode;
    if (isPlace) {
      yield lines.join('\n');
      lines = [];
      [length, count] = [0, 0];
    }
    lines.push(line);
    length += line.length + 1;
    wasEmpty = line.trim() === '';
    if (!wasEmpty && !isCode) count++;
    if (length > MAX_LENGTH || count > MAX_LINES) throw new TooLongBlock();
  }
  if (lines.length > 0) yield lines.join('\n');
}

/** For each line whether a comment over several paragraphs may be open at its beginning. */
function linesInComments(lines: readonly string[]): boolean[] {
  const isIn = lines.map(() => false);
  let odd = false;
  let begin = -1;
  const endParagraph = (at: number) => {
    if (!odd) return;
    odd = false;
    if (begin >= 0) isIn.fill(true, begin + 1, at + 1);
    begin = at;
  };
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') endParagraph(at);
    else if (line.includes('%%') && line.split('%%').length % 2 === 0) odd = !odd;
  }
  endParagraph(lines.length - 1);
  return isIn;
}
