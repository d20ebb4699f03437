import { hashKey } from '@tanstack/react-query';
import { BOARD_LIMITS, type BoardLine } from '@tomekeeper/contracts-campaign';
import type { Item } from './board-api';

/** Whether two values are structurally equal. */
export const isSame = (one: unknown, other: unknown): boolean =>
  hashKey([one]) === hashKey([other]);

/** Three versions of a value: the common ancestor, the own one and that of the other GM. */
interface Versions<Value> {
  base: Value;
  mine: Value;
  theirs: Value;
}

export interface MergedBoard {
  items: Item[];
  /** Own items for which the board has no room. */
  left: Item[];
}

/**
 * Merges two boards by item. An item that one side removed and the other changed stays. If both sides changed an item, theirs
 * becomes a copy below mine; checklists merge by line. The order is theirs, except for items moved in mine.
 */
export function mergeBoards(versions: Versions<readonly Item[]>, newId: () => string): MergedBoard {
  const items = mergeLists(versions, (one) => mergeItem(one, newId));
  const theirs = new Set(versions.theirs.map(({ id }) => id));
  const own = items.filter(({ id }) => !theirs.has(id));
  const overflow = Math.max(0, items.length - BOARD_LIMITS.items);
  // Texts leave last, because references are easy to add again.
  const leaving = [...own.filter(isTyped), ...own.filter((item) => !isTyped(item))];
  const left = leaving.slice(leaving.length - overflow);
  return { items: items.filter((item) => !left.includes(item)), left };
}

/** Whether a GM typed the item, instead of choosing a document. */
export const isTyped = ({ kind }: Item): boolean => kind === 'text' || kind === 'checklist';

/** Merges lists of values with ids. `mergeBoth` merges a value that both sides changed. */
function mergeLists<Value extends { id: string }>(
  { base, mine, theirs }: Versions<readonly Value[]>,
  mergeBoth: (versions: Versions<Value | undefined>) => Value[],
): Value[] {
  const [before, own, other] = [base, mine, theirs].map(byId) as [
    Map<string, Value>,
    Map<string, Value>,
    Map<string, Value>,
  ];
  const merged = (id: string): Value[] => {
    const versions = { base: before.get(id), mine: own.get(id), theirs: other.get(id) };
    if (isSame(versions.mine, versions.theirs) || isSame(versions.theirs, versions.base))
      return present(versions.mine);
    if (isSame(versions.mine, versions.base)) return present(versions.theirs);
    if (!versions.mine || !versions.theirs) return present(versions.mine ?? versions.theirs);
    return mergeBoth(versions);
  };
  return mergeOrder({ base, mine, theirs }).flatMap(merged);
}

const byId = <Value extends { id: string }>(all: readonly Value[]) =>
  new Map(all.map((one) => [one.id, one]));

const present = <Value>(value: Value | undefined): Value[] => (value === undefined ? [] : [value]);

/** All ids: theirs in order; ids moved or added in mine follow their predecessor in mine. */
function mergeOrder(versions: Versions<readonly { id: string }[]>): string[] {
  const [base, mine, theirs] = [versions.base, versions.mine, versions.theirs].map((all) =>
    all.map(({ id }) => id),
  ) as [string[], string[], string[]];
  const moved = movedIds(base, mine);
  const order = theirs.filter((id) => !moved.has(id));
  mine.forEach((id, at) => {
    if (order.includes(id)) return;
    const before = mine[at - 1];
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id);
  });
  return order;
}

/** Common ids outside the longest common subsequence. */
function movedIds(base: readonly string[], mine: readonly string[]): Set<string> {
  const common = mine.filter((id) => base.includes(id));
  const places = common.map((id) => base.indexOf(id));
  /** Longest increasing sequence of places that ends at each place. */
  const longest: number[][] = [];
  places.forEach((place, at) => {
    const before = longest
      .filter((_, earlier) => (places[earlier] ?? 0) < place)
      .reduce<number[]>((best, one) => (one.length > best.length ? one : best), []);
    longest.push([...before, at]);
  });
  const kept = longest.reduce((best, one) => (one.length > best.length ? one : best), []);
  return new Set(common.filter((_, at) => !kept.includes(at)));
}

/** An item that both sides changed or added. */
function mergeItem(
  { base, mine, theirs }: Versions<Item | undefined>,
  newId: () => string,
): Item[] {
  if (!mine || !theirs) return present(mine ?? theirs);
  if (mine.kind === 'checklist' && theirs.kind === 'checklist') {
    const before = base?.kind === 'checklist' ? base : undefined;
    const lines = mergeLists(
      { base: before?.lines ?? [], mine: mine.lines, theirs: theirs.lines },
      (one) => mergeLine(one, newId),
    );
    const title = mergeValue({ base: before?.title, mine: mine.title, theirs: theirs.title });
    if (lines.length <= BOARD_LIMITS.lines && title !== undefined)
      return [{ ...mine, title, lines }];
  }
  return isTyped(mine) || isTyped(theirs) ? [mine, { ...theirs, id: newId() }] : [mine];
}

function mergeLine(
  { base, mine, theirs }: Versions<BoardLine | undefined>,
  newId: () => string,
): BoardLine[] {
  if (!mine || !theirs) return present(mine ?? theirs);
  const done = mergeValue({ base: base?.done, mine: mine.done, theirs: theirs.done }) ?? mine.done;
  const text = mergeValue({ base: base?.text, mine: mine.text, theirs: theirs.text });
  if (text !== undefined) return [{ ...mine, text, done }];
  return [
    { ...mine, done },
    { ...theirs, id: newId() },
  ];
}

/** Undefined if both sides changed the value differently. */
function mergeValue<Value>({
  base,
  mine,
  theirs,
}: { base: Value | undefined } & Omit<Versions<Value>, 'base'>): Value | undefined {
  if (mine === theirs || theirs === base) return mine;
  return mine === base ? theirs : undefined;
}
