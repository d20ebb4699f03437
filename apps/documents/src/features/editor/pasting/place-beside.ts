import type { Fragment } from 'prosemirror-model';
import { Selection, type Transaction } from 'prosemirror-state';
import { grownFrom } from '../saving/grown-from';
import { schema } from '../schema/schema';

/**
 * Inserts whole passages before, after or instead of the passage at a position, and moves the caret to their end. With `isSplit`,
 * splits a passage at the position.
 */
export function placeBeside(
  tr: Transaction,
  pos: number,
  passages: Fragment,
  { isSplit }: { isSplit: boolean },
): void {
  const at = makeGap(tr, pos, isSplit);
  tr.insert(at, passages);
  tr.setSelection(Selection.near(tr.doc.resolve(at + passages.size), -1));
}

/** @returns a position between two passages */
function makeGap(tr: Transaction, pos: number, isSplit: boolean): number {
  const $pos = tr.doc.resolve(pos);
  if ($pos.depth === 0) return pos;
  const passage = $pos.node(1);
  const start = $pos.before(1);
  if (passage.type === schema.nodes.paragraph && passage.content.size === 0) {
    // The schema requires at least one passage.
    if (tr.doc.childCount > 1) tr.delete(start, $pos.after(1));
    return start;
  }
  if (!passage.isTextblock) return $pos.after(1);
  if ($pos.parentOffset === 0) return start;
  if (!isSplit || $pos.parentOffset === passage.content.size) return $pos.after(1);
  const attrs = { ...passage.attrs, id: null, from: grownFrom(passage) };
  tr.split(pos, 1, [{ type: passage.type, attrs }]);
  return pos + 1;
}
