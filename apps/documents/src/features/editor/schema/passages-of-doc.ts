import { Fragment, type Mark, type Node } from 'prosemirror-model';
import type { Inline, InnerBlock, PassageChange } from '@tomekeeper/contracts-document';
import type { EditedPassage } from '../saving/notes-api';
import { newId } from '../../documents-api/new-id';
import { schema } from './schema';
import { UNKNOWN_SOURCE } from './secret-box';

/** Content of a passage as sent to the server, without id, position and version. */
export type Written = Pick<PassageChange, 'kind' | 'depth' | 'level' | 'content'>;

type WrittenPassage = Pick<EditedPassage, 'kind' | 'depth' | 'level' | 'content'> & {
  /** Null for a new passage. */
  id: string | null;
  text?: string;
};

const { nodes, marks } = schema;

/** Creates the node of a passage. Its words have the passage as their source; `from` adds sources of the passage. */
export function nodeOf(passage: WrittenPassage, from: readonly string[] = []): Node {
  const { id, kind, content, level, depth, text = '' } = passage;
  const attrs = { id, from: from.length > 0 ? [...from] : null };
  const known = from.includes(UNKNOWN_SOURCE) ? UNKNOWN_SOURCE : id;
  const source = known === null ? [] : [marks.source.create({ id: known })];
  const inlines = content.inlines ?? (text ? [{ text }] : []);
  switch (kind) {
    case 'paragraph':
      return nodes.paragraph.create(attrs, inlineNodes(inlines, source));
    case 'heading':
      return nodes.heading.create({ ...attrs, level: level ?? 1 }, inlineNodes(inlines, source));
    case 'list_item':
      return nodes.list_item.create(
        { ...attrs, depth, marker: content.marker ?? null },
        inlineNodes(inlines, source),
      );
    case 'code': {
      const code = inlines.map((one) => one.text).join('');
      return nodes.code.create(
        { ...attrs, language: content.language ?? null },
        code ? schema.text(code, source) : null,
      );
    }
    case 'quote':
      return nodes.quote.create(attrs, boxNodes(content.blocks, inlines, source));
    case 'callout':
      return nodes.callout.create(
        { ...attrs, label: content.label ?? 'note' },
        boxNodes(content.blocks, inlines, source),
      );
    case 'divider':
      return nodes.divider.create(attrs);
    case 'table':
      if (content.rows?.some((row) => row.length > 0))
        return tableNode(attrs, content.rows, content.hasHeader === true, source);
      break;
    case 'image': {
      const { image, width = null, height = null } = content;
      const alt = inlines.map((one) => one.text).join('');
      if (image) return nodes.image.create({ ...attrs, image, width, height, alt });
      break;
    }
    case 'stat_block':
      break;
  }
  return nodes.kept.create({
    ...attrs,
    text,
    written: { kind, depth, ...(level !== undefined && { level }), content },
  });
}

/** Pads all rows to the length of the longest. */
function tableNode(
  attrs: Record<string, unknown>,
  rows: readonly (readonly (readonly Inline[])[])[],
  hasHeader: boolean,
  source: readonly Mark[],
): Node {
  const width = Math.max(...rows.map((row) => row.length));
  return nodes.table.create(
    attrs,
    rows.map((row, at) =>
      nodes.table_row.create(
        null,
        Array.from({ length: width }, (_, column) =>
          nodes.table_cell.create(
            { isHeader: hasHeader && at === 0 },
            inlineNodes(row[column] ?? [], source),
          ),
        ),
      ),
    ),
  );
}

function inlineNodes(inlines: readonly Inline[], source: readonly Mark[]): Node[] {
  return inlines.flatMap((inline) => {
    const dress = [
      ...source,
      ...(inline.href === undefined ? [] : [marks.link.create({ href: inline.href })]),
      ...(inline.bold ? [marks.bold.create()] : []),
      ...(inline.italic ? [marks.italic.create()] : []),
      ...(inline.strike ? [marks.strike.create()] : []),
      ...(inline.code ? [marks.code_words.create()] : []),
    ];
    return inline.text
      .split('\n')
      .flatMap((line, index) => [
        ...(index > 0 ? [nodes.hard_break.create(null, null, source)] : []),
        ...(line ? [schema.text(line, dress)] : []),
      ]);
  });
}

function boxNodes(
  blocks: readonly InnerBlock[] = [],
  inlines: readonly Inline[],
  source: readonly Mark[],
): Node[] {
  if (blocks.length === 0) return [nodes.inner.create(null, inlineNodes(inlines, source))];
  const ids = source.map(({ attrs }) => String(attrs['id']));
  const sourceIds = ids.length > 0 ? ids : null;
  return blocks.map((block) =>
    block.kind === 'table' || block.kind === 'divider'
      ? nodes.inner_kept.create({ block, sources: sourceIds })
      : nodes.inner.create(
          { kind: block.kind, depth: block.depth, marker: block.marker ?? null },
          inlineNodes(block.inlines ?? [], source),
        ),
  );
}

/** Content of a top-level node. */
export function writtenOf(node: Node): Written {
  const { attrs } = node;
  switch (node.type) {
    case nodes.heading:
      return {
        kind: 'heading',
        depth: 0,
        level: attrs['level'] as number,
        content: { inlines: inlinesOf(node) },
      };
    case nodes.list_item:
      return {
        kind: 'list_item',
        depth: attrs['depth'] as number,
        content: { inlines: inlinesOf(node), ...markerOf(node) },
      };
    case nodes.code:
      return {
        kind: 'code',
        depth: 0,
        content: {
          inlines: node.textContent ? [{ text: node.textContent }] : [],
          ...(attrs['language'] !== null && { language: String(attrs['language']) }),
        },
      };
    case nodes.quote:
      return { kind: 'quote', depth: 0, content: { blocks: blocksOf(node) } };
    case nodes.callout:
      return {
        kind: 'callout',
        depth: 0,
        content: { blocks: blocksOf(node), label: String(attrs['label']) },
      };
    case nodes.divider:
      return { kind: 'divider', depth: 0, content: {} };
    case nodes.table:
      return {
        kind: 'table',
        depth: 0,
        content: {
          rows: node.content.content.map((row) => row.content.content.map(inlinesOf)),
          ...(hasHeader(node) && { hasHeader: true }),
        },
      };
    case nodes.image: {
      const { image, width, height, alt } = attrs as ImageAttrs;
      return {
        kind: 'image',
        depth: 0,
        content: {
          inlines: alt === '' ? [] : [{ text: alt }],
          ...(image !== null && { image }),
          ...(width !== null && height !== null && { width, height }),
        },
      };
    }
    case nodes.kept:
      return attrs['written'] as Written;
    default:
      return { kind: 'paragraph', depth: 0, content: { inlines: inlinesOf(node) } };
  }
}

interface ImageAttrs {
  image: string | null;
  width: number | null;
  height: number | null;
  alt: string;
}

/** Whether the first row is a header. */
export const hasHeader = (table: Node): boolean =>
  table.firstChild?.firstChild?.attrs['isHeader'] === true;

const markerOf = ({ attrs }: Node) => (attrs['marker'] ? { marker: String(attrs['marker']) } : {});

function blocksOf(box: Node): InnerBlock[] {
  return box.content.content.map((inner) =>
    inner.type === nodes.inner_kept
      ? (inner.attrs['block'] as InnerBlock)
      : {
          kind: inner.attrs['kind'] as InnerBlock['kind'],
          depth: inner.attrs['depth'] as number,
          inlines: inlinesOf(inner),
          ...markerOf(inner),
        },
  );
}

function inlinesOf(block: Node): Inline[] {
  const inlines: Inline[] = [];
  block.forEach((node) => {
    const text = node.isText ? (node.text ?? '') : '\n';
    const dress = dressOf(node);
    const last = inlines.at(-1);
    if (last && (sameDress(last, dress) || !node.isText)) last.text += text;
    else inlines.push({ text, ...dress });
  });
  return inlines;
}

function dressOf(node: Node): Omit<Inline, 'text'> {
  const link = marks.link.isInSet(node.marks);
  return {
    ...(marks.bold.isInSet(node.marks) && { bold: true }),
    ...(marks.italic.isInSet(node.marks) && { italic: true }),
    ...(marks.code_words.isInSet(node.marks) && { code: true }),
    ...(marks.strike.isInSet(node.marks) && { strike: true }),
    ...(link && { href: String(link.attrs['href']) }),
  };
}

const sameDress = (one: Omit<Inline, 'text'>, other: Omit<Inline, 'text'>): boolean =>
  one.bold === other.bold &&
  one.italic === other.italic &&
  one.code === other.code &&
  one.strike === other.strike &&
  one.href === other.href;

const known = new WeakMap<Node, string>();
const knownSources = new WeakMap<Node, string[]>();

/** Serialized content of a node for comparisons. Cached, because nodes are immutable. */
export function wordsOf(node: Node): string {
  let words = known.get(node);
  if (words === undefined) {
    words = JSON.stringify(writtenOf(node));
    known.set(node, words);
  }
  return words;
}

/** Ids of other passages that contributed words to the node. */
export function sourcesOf(node: Node): readonly string[] {
  const before = knownSources.get(node);
  if (before) return before;
  const found = new Set<string>((node.attrs['from'] as string[] | null) ?? []);
  node.descendants((child) => {
    const source = marks.source.isInSet(child.marks);
    if (source) found.add(String(source.attrs['id']));
    for (const one of (child.attrs['sources'] as string[] | null | undefined) ?? []) found.add(one);
  });
  found.delete(String(node.attrs['id']));
  const sources = [...found];
  knownSources.set(node, sources);
  return sources;
}

/** Whether a passage is empty or its picture is still uploading. Blank new passages are not saved. */
export const isBlank = (node: Node): boolean =>
  node.type === nodes.image
    ? node.attrs['image'] === null
    : !node.type.isAtom && node.textContent.trim() === '' && !hasKept(node);

function hasKept(node: Node): boolean {
  return node.content.content.some(({ type }) => type === nodes.inner_kept);
}

/** Document of a note. The paragraph of an empty note gets its id here: a later one would end an IME composition. */
export const docOf = (passages: readonly EditedPassage[]): Node =>
  nodes.doc.create(
    null,
    Fragment.from(
      passages.length > 0
        ? passages.map((one) => nodeOf(one))
        : [nodes.paragraph.create({ id: newId() })],
    ),
  );
