type Links = Record<string, { href: string; title: string }>;

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}#{1,6}[ \t]/;
const DEFINITION = /^ {0,3}\[(?!\^)([^[\]\n]{1,300})\]:[ \t]*(?:<([^<>\n]{0,2000})>|(\S{1,2000}))/;
const FOOTNOTE = /^( {0,3})\[\^([^\s[\]]{1,80})\]:(?=\s|$)/;
const FOOTNOTE_MARK = /\[\^([^\s[\]]{1,80})\]/g;
const FRONT_MATTER = /^\ufeff?---[ \t]*\r?\n(?:[\s\S]*?\r?\n)?(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;
/** Nobody nests deeper, and readers need time that grows with its square. */
const DEEP_QUOTE = /^((?:[ \t]{0,3}>){12})(?:[ \t]{0,3}>)+/;
const DEEP_INDENT = /^[ \t]{120,}/;

/**
 * The source without what is not its text: front matter, Obsidian's comments. Where its links lead is gathered, because each
 * segment is read by itself.
 */
export function cleaned(text: string): { source: string; links: Links } {
  const links = Object.create(null) as Links;
  const lines: string[] = [];
  let fence = '';
  let isComment = false;
  for (const given of text.replace(FRONT_MATTER, '').split(/\r\n?|\n/)) {
    let line = given;
    if (!isComment) {
      const mark = FENCE.exec(line)?.[1];
      if (mark && fence === '') fence = mark;
      else if (mark && mark[0] === fence[0] && mark.length >= fence.length) fence = '';
    }
    if (fence === '') {
      [line, isComment] = uncommented(line, isComment);
      if (isComment && line === '') continue;
      line = line.replace(DEEP_QUOTE, '$1').replace(DEEP_INDENT, ' '.repeat(120));
      const found = DEFINITION.exec(line);
      if (found) links[normal(found[1]!)] ??= { href: found[2] ?? found[3]!, title: '' };
      // As other readers give footnotes: their mark in brackets, here and there.
      if (!line.includes('`'))
        line = line.replace(FOOTNOTE, '$1\\[$2\\]').replace(FOOTNOTE_MARK, '\\[$1\\]');
    }
    lines.push(line);
  }
  return { source: lines.join('\n'), links };
}

/** What a piece may name of the definitions: a parser goes through all that it gets at each paragraph. */
export function labelsIn(piece: string): Set<string> {
  const labels = new Set<string>();
  for (const [, label] of piece.matchAll(/\[([^[\]]{1,300})(?=\])/g)) labels.add(normal(label!));
  return labels;
}

const normal = (label: string): string => label.toLowerCase().replace(/\s+/g, ' ');

/** A line without its `%%comments%%`, and whether one goes on. */
function uncommented(line: string, isComment: boolean): [string, boolean] {
  if (!line.includes('%%')) return [isComment ? '' : line, isComment];
  let kept = '';
  let isWithin = isComment;
  // In code between single marks it would be one too; Obsidian takes it so.
  for (const [index, part] of line.split('%%').entries()) {
    if (index > 0) isWithin = !isWithin;
    if (!isWithin) kept += part;
  }
  return [kept, isWithin];
}

/** From this length on a segment ends before a heading, before any paragraph, or anywhere. */
const AT_HEADING = 8 * 1024;
const AT_PARAGRAPH = 32 * 1024;
const ANYWHERE = 64 * 1024;

/** Pieces that are read one after the other, so that time and memory grow with the length and not faster. */
export function* segments(source: string): Generator<string> {
  let lines: string[] = [];
  let length = 0;
  let fence = '';
  let wasEmpty = true;
  for (const given of source.split('\n')) {
    for (const line of piecesOf(given)) {
      const isEnd =
        fence === ''
          ? (length > AT_HEADING && HEADING.test(line)) ||
            (length > AT_PARAGRAPH && wasEmpty && /^\S/.test(line)) ||
            length > ANYWHERE
          : length > ANYWHERE * 8;
      if (isEnd) {
        yield lines.join('\n');
        // What goes on in a fence begins with one.
        lines = fence === '' ? [] : [fence];
        length = 0;
      }
      const mark = FENCE.exec(line)?.[1];
      if (mark && fence === '') fence = mark;
      else if (mark && mark[0] === fence[0] && mark.length >= fence.length) fence = '';
      lines.push(line);
      length += line.length + 1;
      wasEmpty = line.trim() === '';
    }
  }
  if (lines.length > 0) yield lines.join('\n');
}

function piecesOf(line: string): string[] {
  const pieces: string[] = [];
  for (let at = 0; at === 0 || at < line.length; at += ANYWHERE)
    pieces.push(line.slice(at, at + ANYWHERE));
  return pieces;
}
