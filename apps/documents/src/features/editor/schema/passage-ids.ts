import type { Node } from 'prosemirror-model';
import { Plugin, PluginKey, type EditorState, type Transaction } from 'prosemirror-state';
import { newId } from '../../documents-api/new-id';
import { isBlank } from './passages-of-doc';
import { schema } from './schema';
import { UNKNOWN_SOURCE } from './secret-box';

const key = new PluginKey('passage ids');

/** Meta key of the transaction after an IME composition. Changing marks earlier would end the composition. */
export const SETTLED = 'composing is over';

interface PassageKinds {
  isNewSecret: (passage: Node) => boolean;
  /** Whether undo restored the state that the server had; its words then need no other sources. */
  isUndone: (passage: Node) => boolean;
}

/**
 * Assigns each passage a unique id, and each word the id of the passage in which it was typed (its source). If two passages share
 * an id, as after a split, the one with words keeps it and becomes the source of the other. Words of a new secret box and its
 * continuations get a GM-only source, because the id may belong to a passage that the party reads.
 */
export function passageIds(
  isComposing: () => boolean,
  kinds: PassageKinds = { isNewSecret: () => false, isUndone: () => false },
): Plugin {
  return new Plugin({
    key,
    appendTransaction(transactions, before, after) {
      const isSettled = transactions.some((one) => one.getMeta(SETTLED));
      if (!isSettled && !transactions.some((one) => one.docChanged)) return null;
      const tr = after.tr;
      giveIds(tr);
      if (!isComposing() || isSettled) markSources(tr, isSettled ? undefined : before, kinds);
      return tr.docChanged ? tr : null;
    },
  });
}

function giveIds(tr: Transaction): void {
  const owners = new Map<string, number>();
  const children: { node: Node; pos: number }[] = [];
  tr.doc.forEach((node, pos) => {
    children.push({ node, pos });
    const id = node.attrs['id'] as string | null;
    if (id === null) return;
    const owner = owners.get(id);
    const ownerIsEmpty = owner !== undefined && children[owner]!.node.content.size === 0;
    if (owner === undefined || (ownerIsEmpty && node.content.size > 0))
      owners.set(id, children.length - 1);
  });
  children.forEach(({ node, pos }, at) => {
    const id = node.attrs['id'] as string | null;
    if (id !== null && owners.get(id) === at) return;
    tr.setNodeAttribute(pos, 'id', newId());
    if (id === null) return;
    const from = (node.attrs['from'] as string[] | null) ?? [];
    tr.setNodeAttribute(pos, 'from', [...new Set([...from, id])]);
  });
}

function markSources(
  tr: Transaction,
  before: EditorState | undefined,
  { isNewSecret, isUndone }: PassageKinds,
): void {
  const asBefore = new Set(before?.doc.content.content);
  const { source } = schema.marks;
  tr.doc.forEach((passage, offset) => {
    if (asBefore.has(passage) || passage.isAtom) return;
    const own = String(passage.attrs['id']);
    const isBack = isUndone(passage);
    const isSecret = !isBack && isNewSecret(passage);
    const from = (passage.attrs['from'] as string[] | null) ?? [];
    if (isSecret && !isBlank(passage) && !from.includes(UNKNOWN_SOURCE))
      tr.setNodeAttribute(offset, 'from', [...from, UNKNOWN_SOURCE]);
    if (isBack && from.length > 0) tr.setNodeAttribute(offset, 'from', null);
    const id = isSecret ? UNKNOWN_SOURCE : own;
    const mark = source.create({ id });
    passage.descendants((node, pos) => {
      const at = offset + 1 + pos;
      if (node.type === schema.nodes.inner_kept) {
        const sources = (node.attrs['sources'] as string[] | null) ?? [];
        const isKnown = !isBack && sources.some((one) => !isSecret || one !== own);
        if (!isKnown) tr.setNodeAttribute(at, 'sources', [id]);
      }
      const known = source.isInSet(node.marks);
      const isOld = isBack ? known?.attrs['id'] !== own : isSecret && known?.attrs['id'] === own;
      if (!node.isInline || (known && !isOld)) return;
      tr.addMark(at, at + node.nodeSize, mark);
      // Text typed next gets its mark when it arrives.
      if (tr.storedMarks) tr.addStoredMark(mark);
    });
  });
}

/** Top-level passage at a position, with its start and index. */
export function passageAt(doc: Node, pos: number): { node: Node; pos: number; index: number } {
  const $pos = doc.resolve(Math.min(pos, doc.content.size));
  const index = Math.min($pos.index(0), doc.childCount - 1);
  const node = doc.child(index);
  return { node, index, pos: $pos.depth > 0 ? $pos.before(1) : $pos.posAtIndex(index, 0) };
}

export function findPassage(doc: Node, id: string): { node: Node; pos: number } | undefined {
  let found: { node: Node; pos: number } | undefined;
  doc.forEach((node, pos) => {
    if (node.attrs['id'] === id) found = { node, pos };
  });
  return found;
}
