import {
  CHECKED,
  nameLink,
  parseListMarker,
  UNCHECKED,
  type Inline,
  type InnerBlock,
  type Passage,
} from '@tomekeeper/contracts-document';

export type Written = Pick<Passage, 'kind' | 'depth' | 'level' | 'text' | 'content'>;

/**
 * Passages as Markdown, in pieces. Read again, they are the same passages, as far as Markdown has a word for them: pages, sizes of
 * pictures and other counts than numbers are lost.
 */
export async function* markdownOf(
  passages: AsyncIterable<Written> | Iterable<Written>,
): AsyncGenerator<string> {
  let before: Written | undefined;
  for await (const passage of passages) {
    if (before) yield isOneList(before, passage) ? '\n' : '\n\n';
    yield blockOf(passage);
    before = passage;
  }
  if (before) yield '\n';
}

const isOneList = (one: Written, next: Written): boolean =>
  one.kind === 'list_item' && next.kind === 'list_item';

function blockOf({ kind, depth, level = 1, text, content }: Written): string {
  const { inlines = [{ text }], blocks, rows, marker, label, language } = content;
  switch (kind) {
    case 'heading':
      return `${'#'.repeat(level)} ${oneLine(inlines)}`;
    case 'paragraph':
      return lines(inlines);
    case 'list_item':
      return item({ inlines, depth, marker });
    case 'table':
      return table(rows ?? [[inlines]], content.hasHeader ?? false);
    case 'quote':
      return quoted(boxOf(blocks, inlines));
    case 'callout':
      return quoted(callout(label ?? 'note', blocks, inlines));
    case 'stat_block':
      return quoted(callout('stat-block', blocks, inlines));
    case 'code':
      return code(inlines, language);
    case 'image':
      return `![${escaped(text)}]()`;
    case 'divider':
      return DIVIDER;
  }
}

/** Three dashes at the beginning of a file would start front matter. */
const DIVIDER = '***';
const INDENT = '    ';

/** Markdown has numbers and check boxes only: a letter becomes its number, another marker becomes text. */
function markdownMarker(marker: string | undefined): string | undefined {
  if (marker === UNCHECKED) return '- [ ]';
  if (marker === CHECKED) return '- [x]';
  const ordered = parseListMarker(marker ?? null);
  const isNumber = ordered?.number !== undefined && ordered.number < 1_000_000_000;
  return isNumber ? `${ordered.number}${ordered.sign}` : undefined;
}

function item({
  inlines,
  depth,
  marker,
}: {
  inlines: readonly Inline[];
  depth: number;
  marker: string | undefined;
}): string {
  const sign = markdownMarker(marker);
  const words = marker && sign === undefined ? [{ text: `${marker} ` }, ...inlines] : inlines;
  const place = INDENT.repeat(depth);
  return `${place}${sign ?? '-'} ${lines(words).replaceAll('\n', `\n${place}${INDENT}`)}`;
}

function table(rows: readonly (readonly (readonly Inline[])[])[], hasHeader: boolean): string {
  const columns = Math.max(1, ...rows.map((cells) => cells.length));
  const row = (cells: readonly (readonly Inline[])[]) =>
    `| ${Array.from({ length: columns }, (_, at) => cell(cells[at] ?? [])).join(' | ')} |`;
  const [first = [], ...rest] = hasHeader ? rows : [[], ...rows];
  return [row(first), `|${' --- |'.repeat(columns)}`, ...rest.map(row)].join('\n');
}

const cell = (inlines: readonly Inline[]): string =>
  written(inlines, '<br>').replaceAll(/(?<!\\)\|/g, '\\|');

function code(inlines: readonly Inline[], language = ''): string {
  const text = inlines.map((each) => each.text).join('');
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([marks]) => marks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

const quoted = (text: string): string => text.replaceAll(/^/gm, '> ').replaceAll(/^> $/gm, '>');

/** Its first heading is its title. */
function callout(
  label: string,
  blocks: readonly InnerBlock[] = [],
  otherwise: readonly Inline[],
): string {
  const [first, ...others] = blocks;
  const head = `[!${label.replaceAll('_', '-')}]`;
  if (first?.kind !== 'heading')
    return `${head}\n${boxOf(blocks, blocks.length > 0 ? [] : otherwise)}`;
  return `${head} ${oneLine(first.inlines ?? [])}\n${boxOf(others, [])}`.trimEnd();
}

/** Content of a quote or box. */
function boxOf(blocks: readonly InnerBlock[] = [], otherwise: readonly Inline[]): string {
  if (blocks.length === 0) return lines(otherwise);
  return blocks
    .map((block, at) => {
      const isSameList = block.kind === 'list_item' && blocks[at - 1]?.kind === 'list_item';
      return `${at === 0 ? '' : isSameList ? '\n' : '\n\n'}${innerOf(block)}`;
    })
    .join('');
}

function innerOf({ kind, depth, inlines = [], rows = [], marker }: InnerBlock): string {
  switch (kind) {
    case 'heading':
      return `### ${oneLine(inlines)}`;
    case 'paragraph':
      return lines(inlines);
    case 'list_item':
      return item({ inlines, depth, marker });
    case 'table':
      return table(rows, true);
    case 'code':
      return code(inlines);
    case 'divider':
      return DIVIDER;
  }
}

const oneLine = (inlines: readonly Inline[]): string =>
  written(inlines, ' ').replace(/#+$/, (signs) => signs.replaceAll('#', '\\#'));

/** Escapes characters that would start another block at the beginning of a line. */
const lines = (inlines: readonly Inline[]): string =>
  written(inlines, '\\\n')
    .split('\n')
    .map((line) =>
      line.trimStart().replace(BEGINS, (_, count: string, sign: string) => `${count}\\${sign}`),
    )
    .join('\n');

/** Line prefixes that Markdown parses as a heading, quote, list item, rule or table row. */
const BEGINS = /^(\d{0,9}(?=[.)](?:\s|$))|)(#|>|[-+:=|.)])/;

/** An open mark and its closing delimiter. */
interface Open {
  isOf: (inline: Inline) => boolean;
  end: string;
}

const MARKS = [
  ['bold', '**'],
  ['strike', '~~'],
  ['italic', '*'],
] as const;

/** Writes inline content; marks that span several inlines are opened once. */
function written(inlines: readonly Inline[], lineEnd: string): string {
  let out = '';
  const open: Open[] = [];
  /** Space at the end of a dress stands behind it: signs cling to words. */
  let space = '';
  const closeFrom = (place: number) => {
    while (open.length > place) out += open.pop()!.end;
  };
  const begin = (sign: string, dress: Open) => {
    out += sign;
    open.push(dress);
  };
  const all = joined(inlines);
  for (const [at, inline] of all.entries()) {
    const ended = open.findIndex(({ isOf }) => !isOf(inline));
    if (ended >= 0) closeFrom(ended);
    const [, before = '', words = '', after = ''] =
      /^(\s*)([\s\S]*?)(\s*)$/.exec(inline.text) ?? [];
    out += lineEnds(space + before, lineEnd);
    space = after;
    if (words === '') continue;
    const { href } = inline;
    const isLinked = open.some(({ end }) => end.startsWith(']'));
    const isOneOfSeveral = [all[at - 1], all[at + 1]].some((other) => other?.href === href);
    const wiki =
      href === undefined || isOneOfSeveral ? undefined : wikiLink({ ...inline, text: words });
    if (href !== undefined && !isLinked && wiki === undefined) {
      const address = addressOf(href).replaceAll(/[<>\\\s]/g, encodeURIComponent);
      begin('[', { isOf: (other) => other.href === href, end: `](<${address}>)` });
    }
    for (const [mark, sign] of MARKS) {
      if (!inline[mark] || open.some(({ isOf }) => isOf === IS_OF[mark])) continue;
      const clear = mark === 'italic' && out.endsWith('*') ? '_' : sign;
      begin(clear, { isOf: IS_OF[mark], end: clear });
    }
    out += wiki ?? (inline.code ? codeSpan(words) : lineEnds(escaped(words), lineEnd));
  }
  closeFrom(0);
  return out.trim();
}

/** A link by name as `[[Name#Heading|words]]`; undefined if that form cannot hold it. */
function wikiLink({ href, text, code }: Inline): string | undefined {
  const link = nameLink(href);
  if (!link || code || /[[\]|\n\\]|%%/.test(text)) return undefined;
  const { name, heading } = link;
  if (/[[\]|#\\]|%%/.test(name + (heading ?? ''))) return undefined;
  const target = heading === undefined ? name : `${name}#${heading}`;
  const words = heading === undefined ? name : `${name} › ${heading}`;
  return text === words ? `[[${target}]]` : `[[${target}|${text}]]`;
}

/** A link by name as a link to a file without an extension. */
const addressOf = (href: string): string => {
  const link = nameLink(href);
  if (!link) return href;
  const [name = '', heading] = [link.name, link.heading ?? ''].map(encodeURIComponent);
  return heading ? `${name}#${heading}` : name;
};

const IS_OF = {
  bold: ({ bold }: Inline) => bold === true,
  strike: ({ strike }: Inline) => strike === true,
  italic: ({ italic }: Inline) => italic === true,
};

/** Neighbours in the same dress are one. */
function joined(inlines: readonly Inline[]): Inline[] {
  const all: Inline[] = [];
  for (const inline of inlines) {
    const last = all.at(-1);
    const { text, ...dress } = inline;
    if (last && sameDress(last, dress)) last.text += text;
    else all.push({ ...inline });
  }
  return all;
}

const DRESS = ['bold', 'italic', 'strike', 'code', 'href'] as const;
const sameDress = (one: Inline, other: Omit<Inline, 'text'>): boolean =>
  DRESS.every((part) => one[part] === other[part]);

const lineEnds = (text: string, lineEnd: string): string => text.replaceAll(/ *\n\s*/g, lineEnd);

function codeSpan(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([marks]) => marks.length));
  const marks = '`'.repeat(longest + 1);
  const pad = /^`|`$/.test(text) ? ' ' : '';
  return `${marks}${pad}${text.replaceAll('\n', ' ')}${pad}${marks}`;
}

/** Text of which nothing is a sign of Markdown's or Obsidian's, and nothing becomes a link that is none. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[\\`*_[\]<~^]/g, '\\$&')
    .replaceAll(/==|%%/g, (signs) => `\\${signs[0]}\\${signs[1]}`)
    .replaceAll(/&(?=#?\w+;)/g, '\\&')
    .replaceAll(/\b(https?|ftp):(?=\/\/)/gi, '$1\\:')
    .replaceAll(/\bwww\./gi, (www) => `${www.slice(0, 3)}\\.`)
    .replaceAll(/(?<=\w)@(?=\w)/g, '\\@');
