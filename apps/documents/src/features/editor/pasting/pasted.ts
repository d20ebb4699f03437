import { Fragment, Slice, type Node, type ResolvedPos } from 'prosemirror-model';
import type { EditorState } from 'prosemirror-state';
import { grownFrom } from '../saving/grown-from';
import { sourcesOf, writtenOf } from '../schema/passages-of-doc';
import { findPassage } from '../schema/passage-ids';
import { schema } from '../schema/schema';
import { hasSecretMarkup, isSecretBox, UNKNOWN_SOURCE } from '../schema/secret-box';

type IsOfThisNote = (id: string) => boolean;

/** Where a slice is let go. */
export interface Landing {
  $at: ResolvedPos;
  /** The passages in which, or between which, that is: what comes in is for no more people than those. */
  passages: readonly Node[];
}

/** Where what is pasted goes: in the place of what is selected. */
export const landingOfPaste = ({ selection: { $from, $to } }: EditorState): Landing => ({
  $at: $from,
  passages: [...new Set([$from, $to].flatMap(($one) => $one.doc.maybeChild($one.index(0)) ?? []))],
});

/** Where what is dropped goes: a block comes to stand before or behind the passage that it is dropped on. */
export const landingOfDrop = ($at: ResolvedPos): Landing => {
  const at = $at.index(0);
  return {
    $at,
    passages: [at - 1, at].flatMap((index) => (index < 0 ? [] : ($at.doc.maybeChild(index) ?? []))),
  };
};

/** What becomes of a slice where it is let go. */
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

/** From where something is that comes to stand beside a passage. Nobody will know one that was never saved and is replaced. */
const sourcesIn = (passage: Node, isOfThisNote: IsOfThisNote): readonly string[] =>
  isOfThisNote(String(passage.attrs['id'])) || passage.type === schema.nodes.callout
    ? grownFrom(passage)
    : sourcesOf(passage);

/** New passages are from where they are put, too: a secret has no line behind it that everybody reads. */
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
 * What comes in by paste or drop: a passage that was cut from this note comes back as itself, any other is a new one that is
 * from where it was copied, and from where it is put. Its words say themselves where they are from.
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

/** Words of secret boxes and of lines with secret markup get a source that is GM only wherever they end up. */
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

/** Lines of plain text are paragraphs. */
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

/** What is pasted into a box becomes lines of it, so that nothing of it stands beside the box, where others may read it. */
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

/** What is pasted into a cell becomes lines of words. */
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
