import type { Node, ResolvedPos } from 'prosemirror-model';
import { TextSelection, type Transaction } from 'prosemirror-state';
import { schema } from '../schema/schema';

/** Where something new is to be from: the passage, and what that is from. */
export const grownFrom = (passage: Node): string[] => [
  ...((passage.attrs['from'] as string[] | null) ?? []),
  ...(passage.attrs['id'] ? [String(passage.attrs['id'])] : []),
];

/** An empty paragraph behind the passage, with the caret in it. */
export function putBehind(tr: Transaction, $at: ResolvedPos): void {
  const passage = $at.node(1);
  const behind = $at.after(1);
  tr.insert(behind, schema.nodes.paragraph.create({ from: grownFrom(passage) }));
  tr.setSelection(TextSelection.create(tr.doc, behind + 1));
}
