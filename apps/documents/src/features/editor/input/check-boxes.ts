import { CHECKED, UNCHECKED } from '@tomekeeper/contracts-document';
import type { Node, ResolvedPos } from 'prosemirror-model';
import type { Command, Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';

export const isCheckBox = ({ attrs }: Node): boolean =>
  attrs['marker'] === UNCHECKED || attrs['marker'] === CHECKED;

/** Checks or unchecks the item with the caret. */
export const toggleCheckBox: Command = ({ selection: { $from }, tr }, dispatch) => {
  if ($from.depth === 0 || !isCheckBox($from.parent)) return false;
  dispatch?.(toggle(tr, $from));
  return true;
};

/** Checks or unchecks an item whose box was clicked. The box is generated content, so the position of the click decides. */
export function clickCheckBox(view: EditorView, pos: number, event: MouseEvent): boolean {
  const { doc, tr } = view.state;
  const $pos = doc.resolve(pos);
  if (!view.editable || $pos.depth === 0 || !isCheckBox($pos.parent)) return false;
  const item = view.nodeDOM($pos.before());
  if (!(item instanceof HTMLElement)) return false;
  const { left, right } = item.getBoundingClientRect();
  const isRightToLeft = item.matches(':dir(rtl)');
  const distance = isRightToLeft ? right - event.clientX : event.clientX - left;
  if (distance > parseFloat(getComputedStyle(item).paddingInlineStart)) return false;
  view.dispatch(toggle(tr, $pos));
  return true;
}

const toggle = (tr: Transaction, $item: ResolvedPos): Transaction => {
  const marker = $item.parent.attrs['marker'] === CHECKED ? UNCHECKED : CHECKED;
  return tr.setNodeAttribute($item.before(), 'marker', marker);
};
