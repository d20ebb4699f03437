import { formatListMarker, parseListMarker } from '@tomekeeper/contracts-document';
import type { Node } from 'prosemirror-model';
import { Plugin } from 'prosemirror-state';
import { passageAt } from './passage-ids';
import { schema } from './schema';

/** Set on transactions that apply remote changes. */
export const REMOTE = 'written elsewhere';

const isItem = (node: Node | undefined): node is Node => node?.type === schema.nodes.list_item;

/** Renumbers the edited list, starting from its first number. */
export const listNumbers = new Plugin({
  appendTransaction(transactions, before, after) {
    if (!transactions.some((one) => one.docChanged) || transactions.some(isNotTyped)) return null;
    if (before.doc.childCount === after.doc.childCount && !changesLists(before.doc, after.doc))
      return null;
    const { doc } = after;
    const { index } = passageAt(doc, after.selection.from);
    const tr = after.tr;
    let first = isItem(doc.maybeChild(index) ?? undefined) ? index : index + 1;
    while (isItem(doc.maybeChild(first - 1) ?? undefined)) first -= 1;
    const counts: (number | undefined)[] = [];
    let pos = 0;
    doc.forEach((node, offset, at) => {
      if (at === first) pos = offset;
    });
    for (let at = first; isItem(doc.maybeChild(at) ?? undefined); at += 1) {
      const node = doc.child(at);
      const depth = node.attrs['depth'] as number;
      const ordered = parseListMarker(node.attrs['marker'] as string | null);
      counts.length = depth + 1;
      const last = counts[depth];
      if (ordered?.number === undefined) counts[depth] = undefined;
      else {
        const number = last === undefined ? ordered.number : last + 1;
        counts[depth] = number;
        const marker = formatListMarker(number, ordered);
        if (marker !== node.attrs['marker']) tr.setNodeAttribute(pos, 'marker', marker);
      }
      pos += node.nodeSize;
    }
    return tr.docChanged ? tr : null;
  },
});

const isNotTyped = (one: { getMeta: (key: string) => unknown }) =>
  Boolean(one.getMeta(REMOTE)) || Boolean(one.getMeta('history$'));

/** Whether an item was indented or a block became a list item. */
function changesLists(before: Node, after: Node): boolean {
  return after.content.content.some((node, at) => {
    const was = before.maybeChild(at);
    return (
      node !== was &&
      (isItem(node) || isItem(was ?? undefined)) &&
      (node.type !== was?.type ||
        node.attrs['depth'] !== was.attrs['depth'] ||
        node.attrs['marker'] !== was.attrs['marker'])
    );
  });
}
