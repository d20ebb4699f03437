import { Fragment, Slice, type Node, type ResolvedPos } from 'prosemirror-model';
import type { EditorView } from 'prosemirror-view';
import { sourcesOf, writtenOf } from '../passages-of-doc';
import { findPassage } from '../passage-ids';
import { schema } from '../schema';

/** What becomes of a slice where it is let go. */
const fitted = (slice: Slice, $at: ResolvedPos): Slice => {
  const { quote, callout, table_cell } = schema.nodes;
  if ($at.parent.type === table_cell) return isInlineOnly(slice) ? slice : linesOfCell(slice);
  const box = $at.depth > 0 ? $at.node(1) : undefined;
  const isInBox = box?.type === quote || box?.type === callout;
  return isInBox && !isInlineOnly(slice) ? linesOfBox(slice) : slice;
};

const isInlineOnly = ({ content }: Slice): boolean =>
  content.content.every(({ isInline }) => isInline);

/**
 * What comes in by paste or drop: a passage that was cut from this note comes back as itself, any other is a new one that is
 * from where it was copied. Its words say themselves where they are from.
 */
export const pasted =
  (isOfThisNote: (id: string) => boolean) =>
  (slice: Slice, view: EditorView, $at: ResolvedPos): Slice => {
    const nodes = slice.content.content.map((node) => newPassage(node, view, isOfThisNote));
    return fitted(new Slice(Fragment.from(nodes), slice.openStart, slice.openEnd), $at);
  };

function newPassage(node: Node, view: EditorView, isOfThisNote: (id: string) => boolean): Node {
  const id = node.attrs['id'] as string | null | undefined;
  if (!id || (isOfThisNote(id) && !findPassage(view.state.doc, id))) return node;
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
export function linesOfBox({ content }: Slice): Slice {
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
export function linesOfCell({ content }: Slice): Slice {
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
