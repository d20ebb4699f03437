import { formatListMarker, parseListMarker, type Passage } from '@tomekeeper/contracts-document';

// Numbers and depths of list items, computed from visible items only, so that no gap reveals a hidden item. Pure
// functions.

/** Position of an item in a list. */
export interface ItemPlace {
  /** From 0. */
  depth: number;
  /** Marker of the item in an ordered list. */
  marker: string | null;
}

/**
 * Renumbers the lists of consecutive visible passages from 1.
 * @param before list items directly before the first passage, in reading order
 */
export function renumberLists<P extends Pick<Passage, 'kind' | 'depth' | 'content'>>(
  passages: readonly P[],
  before: readonly ItemPlace[],
): P[] {
  let list = new ListCount();
  for (const item of before) list.next(item);
  return passages.map((passage) => {
    if (passage.kind !== 'list_item') {
      list = new ListCount();
      return passage;
    }
    const { marker: stored, ...content } = passage.content;
    const { depth, marker } = list.next({ depth: passage.depth, marker: stored ?? null });
    return { ...passage, depth, content: { ...content, ...(marker !== null && { marker }) } };
  });
}

/** Counts the items of one list. No item is more than one level below a visible item. */
class ListCount {
  /** Stored depths that the next item can be nested in. */
  private readonly above: number[] = [];
  /** Number of counted items by visible depth. */
  private readonly counts: number[] = [];

  next({ depth: stored, marker }: ItemPlace): ItemPlace {
    while ((this.above.at(-1) ?? -1) >= stored) this.above.pop();
    const depth = this.above.length;
    this.above.push(stored);
    this.counts.length = Math.min(this.counts.length, depth + 1);
    const ordered = parseListMarker(marker);
    if (!ordered) return { depth, marker };
    const count = (this.counts[depth] ?? 0) + 1;
    this.counts[depth] = count;
    return { depth, marker: formatListMarker(count, ordered) };
  }
}
