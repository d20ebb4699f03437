import type { Node, ResolvedPos } from 'prosemirror-model';
import { TextSelection, type Transaction } from 'prosemirror-state';
import { schema } from '../schema/schema';

/** Sources of a new passage that continues this one: the passage itself and its own sources. */
export const grownFrom = (passage: Node): string[] => [
  ...((passage.attrs['from'] as string[] | null) ?? []),
  ...(passage.attrs['id'] ? [String(passage.attrs['id'])] : []),
];

/** Inserts an empty paragraph after the passage and moves the caret into it. */
export function putBehind(tr: Transaction, $at: ResolvedPos): void {
  const passage = $at.node(1);
  const behind = $at.after(1);
  tr.insert(behind, schema.nodes.paragraph.create({ from: grownFrom(passage) }));
  tr.setSelection(TextSelection.create(tr.doc, behind + 1));
}
