import type { Node } from 'prosemirror-model';
import { TextSelection, type Command, type EditorState } from 'prosemirror-state';
import { grownFrom } from '../saving/grown-from';
import { passageAt } from './passage-ids';
import { schema } from './schema';

const { nodes } = schema;

type TextType = 'paragraph' | 'heading' | 'list_item' | 'code';

const identity = ({ attrs }: Node) => ({
  id: attrs['id'] as string | null,
  from: attrs['from'] as string[] | null,
});

/** Converts the selected passages to another block type; their ids stay. */
export const turnInto =
  (type: TextType, attrs: Record<string, unknown> = {}): Command =>
  (state, dispatch) => {
    const { from, to } = state.selection;
    const tr = state.tr;
    let isPossible = false;
    state.doc.forEach((node, pos) => {
      if (pos + node.nodeSize <= from || pos >= to + 1) return;
      const at = tr.mapping.map(pos);
      if (isBox(node) && node.childCount === 1 && node.firstChild?.type === nodes.inner) {
        const line = nodes.paragraph.create(identity(node), node.firstChild.content);
        tr.replaceWith(at, at + node.nodeSize, line);
        const caret = Math.max(at + 1, Math.min(from - 1, at + line.nodeSize - 1));
        tr.setSelection(TextSelection.create(tr.doc, caret));
      } else if (!node.isTextblock) return;
      isPossible = true;
      tr.setBlockType(at + 1, at + 1, nodes[type], (old) => ({ ...identity(old), ...attrs }));
    });
    if (isPossible) dispatch?.(tr.scrollIntoView());
    return isPossible;
  };

const isBox = ({ type }: Node): boolean => type === nodes.quote || type === nodes.callout;

/** Wraps the current passage in a box, or changes the type of its box. */
export const boxWith =
  (type: 'quote' | 'callout', attrs: Record<string, unknown> = {}): Command =>
  (state, dispatch) => {
    const { selection } = state;
    const { node, pos } = passageAt(state.doc, selection.from);
    const tr = state.tr;
    if (isBox(node)) tr.setNodeMarkup(pos, nodes[type], { ...identity(node), ...attrs });
    else if (node.isTextblock && node.type !== nodes.code) {
      const line = nodes.inner.create(innerAttrs(node), node.content);
      const box = nodes[type].create({ ...identity(node), ...attrs }, line);
      tr.replaceWith(pos, pos + node.nodeSize, box);
      tr.setSelection(TextSelection.create(tr.doc, selection.from + 1));
    } else return false;
    dispatch?.(tr.scrollIntoView());
    return true;
  };

const innerAttrs = ({ type, attrs }: Node) =>
  type === nodes.heading || type === nodes.list_item
    ? {
        kind: type.name,
        depth: (attrs['depth'] as number | undefined) ?? 0,
        marker: (attrs['marker'] as string | undefined) ?? null,
      }
    : null;

/** Inserts a divider after the current passage, or in its place if it is empty. */
export const putDivider: Command = (state, dispatch) => {
  const { node, pos } = passageAt(state.doc, state.selection.from);
  const tr = state.tr;
  const isEmpty = node.isTextblock && node.content.size === 0;
  const at = isEmpty ? pos : pos + node.nodeSize;
  const from = grownFrom(node);
  tr.insert(at, nodes.divider.create({ from }));
  const behind = tr.doc.resolve(at + 1);
  if (!behind.nodeAfter?.isTextblock) tr.insert(at + 1, nodes.paragraph.create({ from }));
  tr.setSelection(TextSelection.create(tr.doc, at + 2));
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** Block type at the caret, as the toolbar names it. */
export function blockTypeAt(state: EditorState): string {
  const { node } = passageAt(state.doc, state.selection.from);
  const { attrs, type } = node;
  if (type === nodes.heading) return `heading${Math.min(Number(attrs['level']), 3)}`;
  if (type === nodes.list_item) return attrs['marker'] ? 'numbered' : 'list';
  if (type === nodes.callout)
    return ['read_aloud', 'secret'].includes(String(attrs['label']))
      ? String(attrs['label'])
      : 'box';
  return type.name;
}

export const BLOCK_TYPES: readonly { value: string; label: string; run: Command }[] = [
  { value: 'paragraph', label: 'Text', run: turnInto('paragraph') },
  { value: 'heading1', label: 'Heading 1', run: turnInto('heading', { level: 1 }) },
  { value: 'heading2', label: 'Heading 2', run: turnInto('heading', { level: 2 }) },
  { value: 'heading3', label: 'Heading 3', run: turnInto('heading', { level: 3 }) },
  { value: 'list', label: 'List', run: turnInto('list_item') },
  { value: 'numbered', label: 'Numbered list', run: turnInto('list_item', { marker: '1.' }) },
  { value: 'quote', label: 'Quote', run: boxWith('quote') },
  { value: 'read_aloud', label: 'Read aloud', run: boxWith('callout', { label: 'read_aloud' }) },
  { value: 'secret', label: 'Secret', run: boxWith('callout', { label: 'secret' }) },
  { value: 'box', label: 'Box', run: boxWith('callout', { label: 'note' }) },
  { value: 'code', label: 'Code', run: turnInto('code') },
];
