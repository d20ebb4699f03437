import { Fragment, type Node } from 'prosemirror-model';
import type { Transaction } from 'prosemirror-state';
import { newId } from '../../documents-api/new-id';
import type { NoteBase } from './note-base';
import type { EditedPassage } from './notes-api';
import { nodeOf } from '../schema/passages-of-doc';
import { findPassage } from '../schema/passage-ids';
import { schema } from '../schema/schema';

/**
 * Conflict: a passage that two people changed, or that was revealed during editing. Both versions remain until the user chooses
 * one.
 */
export interface Clash {
  id: string;
  /** Absent if the other person deleted the passage. */
  theirs: EditedPassage | undefined;
  /** The text is unchanged remotely, but its audience grew beyond the one the writer saw. */
  isShown: boolean;
}

export type Choice = 'mine' | 'theirs' | 'both';

/** Applies a choice to the text and to the base version. */
export function choose(
  tr: Transaction,
  base: NoteBase,
  { id, theirs }: Clash,
  choice: Choice,
): Transaction {
  const mine = findPassage(tr.doc, id);
  if (theirs) base.put(theirs);
  else base.drop(id);
  if (choice === 'mine') return tr;
  if (!theirs) return choice === 'theirs' && mine ? removed(tr, mine) : tr;
  const node = nodeOf(theirs);
  if (!mine) return tr.insert(placeOf(tr.doc, base, id), node);
  const both = choice === 'both' ? copyOf(mine.node, id) : [];
  return tr.replaceWith(mine.pos, mine.pos + mine.node.nodeSize, Fragment.from([node, ...both]));
}

/** The local version as a new passage; its source limits it to the audience of the original. */
const copyOf = (node: Node, id: string): Node[] => [
  node.type.create(
    { ...node.attrs, id: newId(), from: [...((node.attrs['from'] as string[] | null) ?? []), id] },
    node.content,
  ),
];

export function removed(tr: Transaction, { node, pos }: { node: Node; pos: number }): Transaction {
  if (tr.doc.childCount > 1) return tr.delete(pos, pos + node.nodeSize);
  return tr.replaceWith(pos, pos + node.nodeSize, schema.nodes.paragraph.create());
}

/** Insert position of a passage according to the order on the server. */
export function placeOf(doc: Node, base: NoteBase, id: string): number {
  const before = base.order.slice(0, Math.max(0, base.order.indexOf(id))).toReversed();
  for (const one of before) {
    const found = findPassage(doc, one);
    if (found) return found.pos + found.node.nodeSize;
  }
  return base.order.includes(id) ? 0 : doc.content.size;
}
