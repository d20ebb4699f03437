import type { Passage } from '@tomekeeper/contracts-document';

// Numbers and depths of list items as players see them: of what stands in their text alone, so that no gap tells of an item
// between. Nothing here reads or writes.

/** What an item says of its place in a list. */
export interface ItemPlace {
  /** From 0. */
  depth: number;
  /** What stands before it in a counted list. */
  marker: string | null;
}

/** Digits, or letters that count as well. */
const COUNTED = /^\(?(?:\d+|[a-z]{1,5})([.)])$/i;

/**
 * Passages that stand next to each other in what somebody sees, with their lists counted from 1 on.
 * @param before the items that stand before the first passage without anything between, in reading order
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

/** Counts the items of one list, none of which lies deeper than one step below an item that is there. */
class ListCount {
  /** Depths of the items in which the next one may lie, as they are stored. */
  private readonly above: number[] = [];
  /** By depth as it is seen: how many were counted. */
  private readonly counts: number[] = [];

  next({ depth: stored, marker }: ItemPlace): ItemPlace {
    while ((this.above.at(-1) ?? -1) >= stored) this.above.pop();
    const depth = this.above.length;
    this.above.push(stored);
    this.counts.length = Math.min(this.counts.length, depth + 1);
    const [, sign] = COUNTED.exec(marker ?? '') ?? [];
    if (sign === undefined) return { depth, marker };
    const count = (this.counts[depth] ?? 0) + 1;
    this.counts[depth] = count;
    return { depth, marker: `${count}${sign}` };
  }
}
