import { Fragment, type Node } from 'prosemirror-model';
import type { Transaction } from 'prosemirror-state';
import { newId } from '../../documents-api/new-id';
import type { NoteBase } from './note-base';
import type { EditedPassage } from './notes-api';
import { nodeOf } from '../schema/passages-of-doc';
import { findPassage } from '../schema/passage-ids';
import { schema } from '../schema/schema';

/** A passage that two people changed, or that was shown while one wrote: both versions stand until one is chosen. */
export interface Clash {
  id: string;
  /** Absent where the other one deleted it. */
  theirs: EditedPassage | undefined;
  /** Nobody else wrote in it: more people see it than its writer was shown. */
  isShown: boolean;
}

export type Choice = 'mine' | 'theirs' | 'both';

/** Carries a choice out: in the text, and in what the server is known to have. */
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

/** What somebody wrote, as a passage of its own: for no more people than the one it was written in. */
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

/** Behind which the passage stands where the server has it. */
export function placeOf(doc: Node, base: NoteBase, id: string): number {
  const before = base.order.slice(0, Math.max(0, base.order.indexOf(id))).toReversed();
  for (const one of before) {
    const found = findPassage(doc, one);
    if (found) return found.pos + found.node.nodeSize;
  }
  return base.order.includes(id) ? 0 : doc.content.size;
}
