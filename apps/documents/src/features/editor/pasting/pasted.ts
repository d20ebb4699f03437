import { Fragment, Slice, type Node, type ResolvedPos } from 'prosemirror-model';
import type { EditorState } from 'prosemirror-state';
import { grownFrom } from '../saving/grown-from';
import { sourcesOf, writtenOf } from '../schema/passages-of-doc';
import { findPassage } from '../schema/passage-ids';
import { schema } from '../schema/schema';
import { hasSecretMarkup, isSecretBox, UNKNOWN_SOURCE } from '../schema/secret-box';

type IsOfThisNote = (id: string) => boolean;

/** Target position of a paste or drop. */
export interface Landing {
  $at: ResolvedPos;
  /** Passages at the target. Their audience limits the audience of the inserted text. */
  passages: readonly Node[];
}

/** Target of a paste, which replaces the selection. */
export const landingOfPaste = ({ selection: { $from, $to } }: EditorState): Landing => ({
  $at: $from,
  passages: [...new Set([$from, $to].flatMap(($one) => $one.doc.maybeChild($one.index(0)) ?? []))],
});

/** Target of a drop, which inserts blocks before or after the passage under the pointer. */
export const landingOfDrop = ($at: ResolvedPos): Landing => {
  const at = $at.index(0);
  return {
    $at,
    passages: [at - 1, at].flatMap((index) => (index < 0 ? [] : ($at.doc.maybeChild(index) ?? []))),
  };
};

/** Adapts a slice to its target: a cell, a box or top-level passages. */
const fitted = (slice: Slice, { $at, passages }: Landing, isOfThisNote: IsOfThisNote): Slice => {
  const { quote, callout, table_cell } = schema.nodes;
  const isWords = isInlineOnly(slice);
  const isWhole = standsBeside(slice, $at);
  if ($at.parent.type === table_cell && !isWhole) return isWords ? slice : linesOfCell(slice);
  const box = $at.depth > 0 ? $at.node(1) : undefined;
  const isInBox = box?.type === quote || box?.type === callout;
  if (isInBox && !isWords && !isWhole) return linesOfBox(slice);
  return bornFrom(isWhole ? new Slice(slice.content, 0, 0) : slice, [
    ...new Set(passages.flatMap((one) => sourcesIn(one, isOfThisNote))),
  ]);
};

/** Whether to insert a slice as separate passages: a secret box merges only into a secret box. */
export const standsBeside = ({ content }: Slice, $at: ResolvedPos): boolean =>
  content.content.some(isSecretBox) && !($at.depth > 0 && isSecretBox($at.node(1)));

/**
 * Sources for text inserted next to a passage. A passage that was never saved and is replaced is unknown to the server, so its
 * own sources count.
 */
const sourcesIn = (passage: Node, isOfThisNote: IsOfThisNote): readonly string[] =>
  isOfThisNote(String(passage.attrs['id'])) || passage.type === schema.nodes.callout
    ? grownFrom(passage)
    : sourcesOf(passage);

/** Adds the target's sources to new passages, so that text next to a secret is not visible to a wider audience. */
function bornFrom({ content, openStart, openEnd }: Slice, sources: readonly string[]): Slice {
  const nodes = content.content.map((node) => {
    if (node.isInline || node.attrs['id'] !== null) return node;
    const from = [...new Set([...((node.attrs['from'] as string[] | null) ?? []), ...sources])];
    const attrs = { ...node.attrs, from: from.length > 0 ? from : null };
    return node.type.create(attrs, node.content, node.marks);
  });
  return new Slice(Fragment.from(nodes), openStart, openEnd);
}

const isInlineOnly = ({ content }: Slice): boolean =>
  content.content.every(({ isInline }) => isInline);

/**
 * Prepares a pasted or dropped slice. A passage cut from this note keeps its id; any other becomes a new passage whose sources
 * are its origin and its target. Source marks track the origin of words.
 */
export const pasted =
  (isOfThisNote: IsOfThisNote) =>
  (slice: Slice, { doc }: EditorState, landing: Landing): Slice => {
    const nodes = withHiddenWords(slice.content.content).map((node) =>
      newPassage(node, doc, isOfThisNote),
    );
    const made = new Slice(Fragment.from(nodes), slice.openStart, slice.openEnd);
    return fitted(made, landing, isOfThisNote);
  };

/** Marks words of secret boxes and of lines with secret markup with a GM-only source, wherever they are inserted. */
function withHiddenWords(nodes: readonly Node[]): Node[] {
  let isMarked = false;
  return nodes.map((node) => {
    isMarked = hasSecretMarkup(node.textContent) || (isMarked && /^\s*>/.test(node.textContent));
    return isMarked || isSecretBox(node) ? hiddenWords(node) : node;
  });
}

function hiddenWords(node: Node): Node {
  const { source } = schema.marks;
  const mark = source.create({ id: UNKNOWN_SOURCE });
  if (node.isInline)
    return source.isInSet(node.marks) ? node : node.mark(mark.addToSet(node.marks));
  if (node.type === schema.nodes.inner_kept)
    return node.type.create({
      ...node.attrs,
      sources: (node.attrs['sources'] as string[] | null) ?? [UNKNOWN_SOURCE],
    });
  return node.copy(Fragment.from(node.content.content.map(hiddenWords)));
}

function newPassage(node: Node, doc: Node, isOfThisNote: IsOfThisNote): Node {
  const id = node.attrs['id'] as string | null | undefined;
  if (!id || (isOfThisNote(id) && !findPassage(doc, id))) return node;
  const from = [...((node.attrs['from'] as string[] | null) ?? []), id];
  return node.type.create({ ...node.attrs, id: null, from }, node.content, node.marks);
}

/** Converts lines of plain text to paragraphs. */
export function pastedText(text: string): Slice {
  const { paragraph } = schema.nodes;
  const lines = text
    .replaceAll(/\r\n?/g, '\n')
    .split('\n')
    .filter((line, at, all) => line.trim() !== '' || all.length === 1 || at === 0);
  return Slice.maxOpen(
    Fragment.from(lines.map((line) => paragraph.create(null, line ? schema.text(line) : null))),
  );
}

/** Converts text pasted into a box to lines of the box; outside the box, a wider audience could read it. */
function linesOfBox({ content }: Slice): Slice {
  const { inner, inner_kept, quote, callout, table, divider, image, kept } = schema.nodes;
  const lines = content.content.flatMap((node): Node[] => {
    switch (node.type) {
      case quote:
      case callout:
        return [...node.content.content];
      case table:
      case divider: {
        const { rows } = writtenOf(node).content;
        const block = { kind: node.type.name, depth: 0, ...(rows && { rows }) };
        const sources = sourcesOf(node);
        return [inner_kept.create({ block, sources: sources.length > 0 ? sources : null })];
      }
      case image:
      case kept: {
        const words = String(node.attrs['alt'] ?? node.attrs['text'] ?? '');
        const source = sourcesOf(node).at(-1);
        const dress = source === undefined ? [] : [schema.marks.source.create({ id: source })];
        return words ? [inner.create(null, schema.text(words, dress))] : [];
      }
      default:
        if (!node.isTextblock) return [];
        return [inner.create(innerAttrs(node), node.content)];
    }
  });
  return new Slice(
    Fragment.from(lines),
    lines[0]?.isTextblock ? 1 : 0,
    lines.at(-1)?.isTextblock ? 1 : 0,
  );
}

const innerAttrs = ({ type, attrs }: Node) => ({
  kind: ['heading', 'list_item', 'code'].includes(type.name) ? type.name : 'paragraph',
  depth: (attrs['depth'] as number | undefined) ?? 0,
  marker: (attrs['marker'] as string | undefined) ?? null,
});

/** Converts text pasted into a cell to lines. */
function linesOfCell({ content }: Slice): Slice {
  const { hard_break, paragraph } = schema.nodes;
  const words: Node[] = [];
  const textblocks: Node[] = [];
  content.descendants((node) => {
    if (node.isTextblock) textblocks.push(node);
    return !node.isTextblock;
  });
  textblocks.forEach((block, at) => {
    if (at > 0) words.push(hard_break.create());
    words.push(...block.content.content);
  });
  return new Slice(Fragment.from(paragraph.create(null, words)), 1, 1);
}
