import type { Node } from 'prosemirror-model';
import type { Transaction } from 'prosemirror-state';
import { placeOf, removed } from './clashes';
import { REMOTE } from '../schema/list-numbers';
import { movedIn, type NoteBase } from './note-base';
import type { Editing } from './notes-api';
import { isBlank, nodeOf, wordsOf } from '../schema/passages-of-doc';
import { findPassage } from '../schema/passage-ids';

/**
 * Merges remote changes into the open text. Passages with local changes stay and conflict when saved; the caret does not move.
 */
export function applyRemoteChanges(tr: Transaction, base: NoteBase, now: Editing): Transaction {
  tr.setMeta(REMOTE, true).setMeta('addToHistory', false);
  const stands = new Set((now.places ?? now.passages).map(({ id }) => id));
  for (const id of [...base.order]) {
    if (stands.has(id)) continue;
    const mine = findPassage(tr.doc, id);
    if (mine && isChanged(mine.node, base)) continue;
    if (mine) removed(tr, mine);
    base.drop(id);
  }
  const isMovedHere = movedIn(orderOf(tr.doc), base.order).size > 0;
  base.placed(now);
  for (const passage of now.passages) {
    const { id } = passage;
    const known = base.passages.get(id);
    if (known?.version === passage.version) continue;
    const mine = findPassage(tr.doc, id);
    if (known && (!mine || isChanged(mine.node, base))) continue;
    // Our own save whose response has not arrived.
    if (!known && mine && wordsOf(mine.node) !== wordsOf(nodeOf(passage))) continue;
    base.put(passage);
    if (!mine) tr.insert(placeOf(tr.doc, base, id), nodeOf(passage));
    else if (known) replaceChanged(tr, mine, nodeOf(passage));
  }
  if (!isMovedHere) follow(tr, base);
  base.version = now.version;
  dropOnlyBlank(tr);
  return tr;
}

const isChanged = (node: Node, base: NoteBase): boolean =>
  base.passages.get(String(node.attrs['id']))?.words !== wordsOf(node);

const orderOf = (doc: Node): string[] =>
  doc.content.content.map(({ attrs }) => String(attrs['id']));

/** Replaces only the differing range, so that a caret in the passage survives. */
function replaceChanged(tr: Transaction, mine: { node: Node; pos: number }, theirs: Node): void {
  const { node, pos } = mine;
  if (node.type !== theirs.type || node.isAtom) {
    tr.replaceWith(pos, pos + node.nodeSize, theirs);
    return;
  }
  for (const [name, value] of Object.entries(theirs.attrs))
    if (JSON.stringify(node.attrs[name]) !== JSON.stringify(value))
      tr.setNodeAttribute(pos, name, value);
  const start = node.content.findDiffStart(theirs.content);
  const end = node.content.findDiffEnd(theirs.content);
  if (start === null || end === null) return;
  // With repeated letters, the ranges of the two diffs can overlap.
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  tr.replace(pos + 1 + start, pos + 1 + end.a + overlap, theirs.slice(start, end.b + overlap));
}

/** Moves passages to the server's order. */
function follow(tr: Transaction, base: NoteBase): void {
  const moved = movedIn(
    base.order.filter((id) => findPassage(tr.doc, id)),
    orderOf(tr.doc),
  );
  for (const id of moved) {
    const mine = findPassage(tr.doc, id);
    if (!mine) continue;
    tr.delete(mine.pos, mine.pos + mine.node.nodeSize);
    tr.insert(placeOf(tr.doc, base, id), mine.node);
  }
}

/** Deletes the placeholder line of a note that had no text. */
function dropOnlyBlank(tr: Transaction): void {
  const [first, second] = tr.doc.content.content;
  if (first && second && tr.doc.childCount === 2 && isBlank(first) && first.attrs['id'] === null)
    tr.delete(0, first.nodeSize);
}
