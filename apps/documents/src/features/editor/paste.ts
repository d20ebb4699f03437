import { Fragment, Slice, type Node } from 'prosemirror-model';
import type { EditorView } from 'prosemirror-view';
import { findPassage } from './passage-ids';
import { schema } from './schema';

/**
 * What comes in by paste or drop: a passage that was cut from this note comes back as itself, any other is a new one that is
 * from where it was copied. Its words say themselves where they are from.
 */
export const pasted =
  (isOfThisNote: (id: string) => boolean) =>
  (slice: Slice, view: EditorView): Slice => {
    const nodes = slice.content.content.map((node) => newPassage(node, view, isOfThisNote));
    return new Slice(Fragment.from(nodes), slice.openStart, slice.openEnd);
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
