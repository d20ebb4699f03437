import { CHECKED, UNCHECKED } from '@tomekeeper/contracts-document';
import type { Node } from 'prosemirror-model';
import type { Command } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';

export const isCheckBox = ({ attrs }: Node): boolean =>
  attrs['marker'] === UNCHECKED || attrs['marker'] === CHECKED;

/** Checks or unchecks the item with the caret. */
export const toggleCheckBox: Command = ({ selection: { $from }, tr }, dispatch) => {
  const item = $from.parent;
  if ($from.depth === 0 || !isCheckBox(item)) return false;
  const marker = item.attrs['marker'] === CHECKED ? UNCHECKED : CHECKED;
  dispatch?.(tr.setNodeAttribute($from.before(), 'marker', marker));
  return true;
};

/** Checks or unchecks an item whose box was clicked. The box is generated content, so the position of the click decides. */
export function clickCheckBox(view: EditorView, pos: number, event: MouseEvent): boolean {
  const $pos = view.state.doc.resolve(pos);
  if (!view.editable || $pos.depth === 0 || !isCheckBox($pos.parent)) return false;
  const item = view.nodeDOM($pos.before());
  if (!(item instanceof HTMLElement)) return false;
  const { left, right } = item.getBoundingClientRect();
  const style = getComputedStyle(item);
  const indent = parseFloat(style.paddingInlineStart);
  const isRightToLeft = item.matches(':dir(rtl)');
  const distance = isRightToLeft ? right - event.clientX : event.clientX - left;
  if (distance > indent) return false;
  const marker = $pos.parent.attrs['marker'] === CHECKED ? UNCHECKED : CHECKED;
  view.dispatch(view.state.tr.setNodeAttribute($pos.before(), 'marker', marker));
  return true;
}
