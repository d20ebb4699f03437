/** A set of players: the listed memberships, or all players except those (`isAllBut`). */
export interface AudienceMembers {
  readonly isAllBut: boolean;
  readonly memberships: ReadonlySet<string>;
}

export const NO_MEMBERS: AudienceMembers = { isAllBut: false, memberships: new Set() };
export const ALL_MEMBERS: AudienceMembers = { isAllBut: true, memberships: new Set() };

export const isEmpty = ({ isAllBut, memberships }: AudienceMembers): boolean =>
  !isAllBut && memberships.size === 0;
export const isAllMembers = ({ isAllBut, memberships }: AudienceMembers): boolean =>
  isAllBut && memberships.size === 0;

export const complementOf = ({ isAllBut, memberships }: AudienceMembers): AudienceMembers => ({
  isAllBut: !isAllBut,
  memberships,
});

export function unionOf(one: AudienceMembers, other: AudienceMembers): AudienceMembers {
  if (one.isAllBut && other.isAllBut) return { isAllBut: true, memberships: common(one, other) };
  if (one.isAllBut) return { isAllBut: true, memberships: minus(one, other) };
  if (other.isAllBut) return { isAllBut: true, memberships: minus(other, one) };
  const memberships = new Set([...one.memberships, ...other.memberships]);
  return { isAllBut: false, memberships };
}

/** Members of `one` that are not in `other`. */
export const differenceOf = (one: AudienceMembers, other: AudienceMembers): AudienceMembers =>
  complementOf(unionOf(complementOf(one), other));

/** Members of exactly one of the two sets. */
export const symmetricDifferenceOf = (
  one: AudienceMembers,
  other: AudienceMembers,
): AudienceMembers => unionOf(differenceOf(one, other), differenceOf(other, one));

export const unionOfAll = (all: readonly AudienceMembers[]): AudienceMembers =>
  all.reduce(unionOf, NO_MEMBERS);

const common = (one: AudienceMembers, other: AudienceMembers): Set<string> =>
  new Set([...one.memberships].filter((id) => other.memberships.has(id)));
const minus = (one: AudienceMembers, other: AudienceMembers): Set<string> =>
  new Set([...one.memberships].filter((id) => !other.memberships.has(id)));
