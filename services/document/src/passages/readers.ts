import { MAX_MEMBERSHIPS, type HintAudience } from '@tomekeeper/contracts-live';
import { GM_CLASS, PARTY_CLASS } from './audience-class';

// Sets of players, by their memberships. Nothing here reads or writes.

/** Those of some memberships, or all players but those. */
export interface Readers {
  readonly isAllBut: boolean;
  readonly memberships: ReadonlySet<string>;
}

export const NOBODY: Readers = { isAllBut: false, memberships: new Set() };
export const EVERYBODY: Readers = { isAllBut: true, memberships: new Set() };

export const isNobody = ({ isAllBut, memberships }: Readers): boolean =>
  !isAllBut && memberships.size === 0;
export const isEverybody = ({ isAllBut, memberships }: Readers): boolean =>
  isAllBut && memberships.size === 0;

export const allBut = ({ isAllBut, memberships }: Readers): Readers => ({
  isAllBut: !isAllBut,
  memberships,
});

export function either(one: Readers, other: Readers): Readers {
  if (one.isAllBut && other.isAllBut) return { isAllBut: true, memberships: common(one, other) };
  if (one.isAllBut) return { isAllBut: true, memberships: minus(one, other) };
  if (other.isAllBut) return { isAllBut: true, memberships: minus(other, one) };
  const memberships = new Set([...one.memberships, ...other.memberships]);
  return { isAllBut: false, memberships };
}

/** Those of the first who are not among the second. */
export const without = (one: Readers, other: Readers): Readers =>
  allBut(either(allBut(one), other));

/** Those who are among one of the two alone. */
export const differing = (one: Readers, other: Readers): Readers =>
  either(without(one, other), without(other, one));

export const anyOf = (all: readonly Readers[]): Readers => all.reduce(either, NOBODY);

const common = (one: Readers, other: Readers): Set<string> =>
  new Set([...one.memberships].filter((id) => other.memberships.has(id)));
const minus = (one: Readers, other: Readers): Set<string> =>
  new Set([...one.memberships].filter((id) => !other.memberships.has(id)));

/** Which players see a passage of a class; of a set that nobody knows, none. */
export function readersOf(
  audience_class: string | null,
  { is_spoilers }: { is_spoilers: boolean },
  members: ReadonlyMap<string, readonly string[]>,
): Readers {
  if (audience_class === null) return is_spoilers ? NOBODY : EVERYBODY;
  if (audience_class === GM_CLASS) return NOBODY;
  if (audience_class === PARTY_CLASS) return EVERYBODY;
  return { isAllBut: false, memberships: new Set(members.get(audience_class)) };
}

/** Whether a class is a set of chosen players. */
export const isChosen = (audience_class: string | null): audience_class is string =>
  audience_class !== null && audience_class !== GM_CLASS && audience_class !== PARTY_CLASS;

/** Who hears of what these players see a difference of: they and the GMs. Of far more than belong to a campaign all hear. */
export function hintTo(readers: Readers): HintAudience {
  if (isNobody(readers)) return 'gm';
  const ids = [...readers.memberships];
  if (isEverybody(readers) || ids.length > MAX_MEMBERSHIPS) return 'party';
  return readers.isAllBut ? { all_but: ids } : { memberships: ids };
}
