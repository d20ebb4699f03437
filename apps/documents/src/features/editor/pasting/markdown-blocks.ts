import type { Node } from 'prosemirror-model';
import type { Inline, InnerBlock } from '@tomekeeper/contracts-document';
import { inlinesOf } from '../passages-of-doc';
import { schema } from '../schema';
import { inlinesFrom, type FindLink } from './markdown-inlines';

const { nodes } = schema;

const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;
const LINE_ACROSS = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/;
const FENCE = /^( {0,3})(`{3,}|~{3,})[ \t]*([\w+#.-]*)[^`]*$/;
const QUOTED = /^ {0,3}>[ ]?/;
const CALLOUT = /^\[!([\w -]{1,40})\][+-]?[ \t]*(.*)$/;
const ITEM = /^([ \t]*)(?:[-*+]|(\d{1,9})([.)]))[ \t]+(.*)$/;
const TASK = /^\[([ xX])\][ \t]+/;
const DELIMITERS = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/** Whether a text says by its signs that it is Markdown. */
export function isMarkdown(text: string): boolean {
  const lines = text.split(/\r\n?|\n/);
  return (
    lines.some(
      (line, at) =>
        /^ {0,3}#{1,6}[ \t]+\S/.test(line) ||
        /^ {0,3}>[ ]?\S/.test(line) ||
        /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+\S/.test(line) ||
        FENCE.test(line) ||
        LINE_ACROSS.test(line) ||
        (line.includes('|') &&
          DELIMITERS.test(lines[at + 1] ?? '') &&
          /\|/.test(lines[at + 1] ?? '')),
    ) ||
    /\*\*\S[^*\n]*\*\*|\[\[[^\]\n]+\]\]|\]\((?:https?:|mailto:|#)[^)\n]*\)|~~\S[^~\n]*~~|`[^`\n]+`/.test(
      text,
    )
  );
}

/** The passages of a text in Markdown, as Obsidian and GitHub write it. */
export function passagesFromMarkdown(text: string, findLink?: FindLink): Node[] {
  const made: Node[] = [];
  for (const block of blocksOf(text.replaceAll(/\r\n?/g, '\n').split('\n'))) {
    const words = (of: string) => inlinesFrom(of, findLink);
    switch (block.is) {
      case 'heading':
        made.push(nodes.heading.create({ level: block.level }, words(block.text)));
        break;
      case 'item':
        made.push(nodes.list_item.create(itemAttrs(block), words(block.text)));
        break;
      case 'code':
        made.push(codeNode(block));
        break;
      case 'divider':
        made.push(nodes.divider.create());
        break;
      case 'table':
        made.push(tableNode(block.rows, words));
        break;
      case 'quote':
        made.push(quoteNode(block.lines, findLink));
        break;
      default:
        made.push(nodes.paragraph.create(null, words(block.text)));
    }
  }
  return made;
}

type Block =
  | { is: 'heading'; level: number; text: string }
  | { is: 'paragraph'; text: string }
  | { is: 'item'; depth: number; marker: string | null; text: string }
  | { is: 'code'; language: string | null; text: string }
  | { is: 'quote'; lines: string[] }
  | { is: 'table'; rows: string[][] }
  | { is: 'divider' };

const itemAttrs = ({ depth, marker }: { depth: number; marker: string | null }) => ({
  depth,
  marker,
});

const codeNode = ({ language, text }: { language: string | null; text: string }): Node =>
  nodes.code.create({ language }, text === '' ? null : schema.text(text));

function tableNode(rows: readonly string[][], words: (text: string) => Node[]): Node {
  const width = Math.max(...rows.map((row) => row.length));
  return nodes.table.create(
    null,
    rows.map((row, at) =>
      nodes.table_row.create(
        null,
        Array.from({ length: width }, (_, column) =>
          nodes.table_cell.create({ isHeader: at === 0 }, words(row[column] ?? '')),
        ),
      ),
    ),
  );
}

/** A quote, or a box where its first line names one. Boxes within are lines of it: they are for no more people than it. */
function quoteNode(lines: readonly string[], findLink: FindLink | undefined): Node {
  const [, label, title = ''] = CALLOUT.exec(lines[0]?.trim() ?? '') ?? [];
  const isSecret = lines.some((line) => /^[>\s]*\[!secret\]/i.test(line));
  const rest =
    label === undefined ? lines : title === '' ? lines.slice(1) : [title, '', ...lines.slice(1)];
  const inner = blocksOf(rest.map((line) => line.replace(/^(?: {0,3}>[ ]?)+/, ''))).map((block) =>
    innerNode(block, findLink),
  );
  const content = inner.length > 0 ? inner : [nodes.inner.create()];
  if (label === undefined && !isSecret) return nodes.quote.create(null, content);
  const named = isSecret
    ? 'secret'
    : (label ?? 'note').trim().toLowerCase().replaceAll(/[ -]+/g, '_');
  return nodes.callout.create({ label: named }, content);
}

function innerNode(block: Block, findLink: FindLink | undefined): Node {
  const words = (of: string) => inlinesFrom(of, findLink);
  switch (block.is) {
    case 'divider':
      return innerKept({ kind: 'divider', depth: 0 });
    case 'table': {
      const rows = block.rows.map((row) => row.map((cell) => plainInlines(words(cell))));
      return innerKept({ kind: 'table', depth: 0, rows });
    }
    case 'item':
      return nodes.inner.create({ kind: 'list_item', ...itemAttrs(block) }, words(block.text));
    case 'code':
      return nodes.inner.create(
        { kind: 'code' },
        block.text === '' ? null : schema.text(block.text.replaceAll('\n', ' ')),
      );
    case 'quote':
      return nodes.inner.create(null, words(block.lines.join('\n')));
    case 'heading':
      return nodes.inner.create({ kind: 'heading' }, words(block.text));
    default:
      return nodes.inner.create(null, words(block.text));
  }
}

const innerKept = (block: InnerBlock): Node => nodes.inner_kept.create({ block });

const plainInlines = (words: Node[]): Inline[] => inlinesOf(nodes.paragraph.create(null, words));

function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  /** Indents of the lists that one is in. */
  let indents: number[] = [];
  let paragraph: string[] = [];
  let item: (Block & { is: 'item' }) | undefined;
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push({ is: 'paragraph', text: paragraph.join('\n') });
    paragraph = [];
  };
  const put = (block: Block) => {
    endParagraph();
    item = undefined;
    blocks.push(block);
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const fence = FENCE.exec(line);
    const heading = HEADING.exec(line);
    const listed = ITEM.exec(line);
    if (line.trim() === '') {
      endParagraph();
      item = undefined;
      if (!/^[ \t]/.test(lines[at + 1] ?? '') && !ITEM.test(lines[at + 1] ?? '')) indents = [];
    } else if (fence) {
      const code: string[] = [];
      const [, indent = '', signs = '', language] = fence;
      const closing = new RegExp(`^ {0,3}${signs[0]}{${signs.length},}[ \\t]*$`);
      while (at + 1 < lines.length && !closing.test(lines[at + 1] ?? '')) {
        at += 1;
        code.push((lines[at] ?? '').replace(new RegExp(`^ {0,${indent.length}}`), ''));
      }
      at += 1;
      put({ is: 'code', language: language || null, text: code.join('\n') });
    } else if (heading) {
      put({ is: 'heading', level: heading[1]?.length ?? 1, text: heading[2] ?? '' });
    } else if (LINE_ACROSS.test(line)) {
      put({ is: 'divider' });
    } else if (QUOTED.test(line)) {
      const quoted = [line.replace(QUOTED, '')];
      // A line without its sign goes on with the paragraph, as long as nothing else begins.
      while (QUOTED.test(lines[at + 1] ?? '') || goesOn(lines[at + 1], quoted.at(-1))) {
        at += 1;
        quoted.push((lines[at] ?? '').replace(QUOTED, ''));
      }
      put({ is: 'quote', lines: quoted });
    } else if (line.includes('|') && isDelimiters(lines[at + 1], line)) {
      const rows = [cellsOf(line)];
      at += 1;
      while ((lines[at + 1] ?? '').includes('|')) rows.push(cellsOf(lines[(at += 1)] ?? ''));
      put({ is: 'table', rows });
    } else if (listed) {
      const [, space = '', digits, sign, words = ''] = listed;
      const indent = space.replaceAll('\t', '    ').length;
      indents = [...indents.filter((one) => one < indent), indent];
      item = {
        is: 'item',
        depth: Math.min(indents.length - 1, 8),
        marker: digits === undefined ? null : `${Number(digits)}${sign}`,
        text: words.replace(TASK, (_, done: string) => (done === ' ' ? '☐ ' : '☑ ')),
      };
      endParagraph();
      blocks.push(item);
    } else if (item) {
      item.text += `\n${line.trim()}`;
    } else paragraph.push(line.trimStart());
  }
  endParagraph();
  return blocks;
}

const goesOn = (line: string | undefined, before: string | undefined): boolean =>
  line !== undefined &&
  line.trim() !== '' &&
  (before ?? '').trim() !== '' &&
  ![HEADING, LINE_ACROSS, FENCE, ITEM].some((form) => form.test(line));

const isDelimiters = (line: string | undefined, header: string): boolean =>
  line !== undefined &&
  DELIMITERS.test(line) &&
  cellsOf(line).length === cellsOf(header).length &&
  (line.includes('|') || cellsOf(header).length > 1);

/** The cells of a row; `\|` is a sign within one, and so is one in code. */
function cellsOf(line: string): string[] {
  const row = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return row.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll(String.raw`\|`, '|'));
}
