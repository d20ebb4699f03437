import type { Node } from 'prosemirror-model';
import { NodeSelection, TextSelection, type Command } from 'prosemirror-state';
import { grownFrom } from '../saving/grown-from';
import { passageAt } from '../schema/passage-ids';
import { schema } from '../schema/schema';
import type { NotePictures } from './note-pictures';

const { nodes } = schema;

/** Filters pasted, dropped or chosen files to raster images. */
export const picturesIn = (files: Iterable<File>): File[] =>
  [...files].filter(({ type }) => /^image\/(?!svg)/.test(type));

/** Uploads pictures and inserts them after the passage at `place`, or in its place if it is empty. */
export const insertPictures =
  (pictures: NotePictures, files: readonly File[], place?: number): Command =>
  (state, dispatch) => {
    if (files.length === 0) return false;
    const { node, pos } = passageAt(state.doc, place ?? state.selection.from);
    const tr = state.tr;
    const isEmpty = node.isTextblock && node.content.size === 0;
    const images = files.map((file) => imageOf(pictures, file, '', grownFrom(node)));
    // The first picture replaces the empty line and keeps its passage id.
    const { id, from } = node.attrs as { id: string | null; from: string[] | null };
    if (isEmpty) images[0] = images[0]!.type.create({ ...images[0]!.attrs, id, from });
    const at = isEmpty ? pos : pos + node.nodeSize;
    if (isEmpty) tr.replaceWith(pos, pos + node.nodeSize, images);
    else tr.insert(at, images);
    const behind = images.reduce((end, { nodeSize }) => end + nodeSize, at);
    if (!tr.doc.resolve(behind).nodeAfter?.isTextblock)
      tr.insert(behind, nodes.paragraph.create({ from: grownFrom(node) }));
    tr.setSelection(
      images.length === 1
        ? NodeSelection.create(tr.doc, at)
        : TextSelection.create(tr.doc, behind + 1),
    );
    dispatch?.(tr.scrollIntoView());
    return true;
  };

export const imageOf = (
  pictures: NotePictures,
  file: File,
  alt = '',
  from: string[] | null = null,
): Node => nodes.image.create({ upload: pictures.start(file), alt, from });

/** Keys of the uploads that the text references and that have not completed. */
export const uploadsIn = (doc: Node): string[] =>
  doc.content.content.flatMap(({ type, attrs }) =>
    type === nodes.image && attrs['image'] === null ? [String(attrs['upload'])] : [],
  );
