import {
  type AudienceMembers,
  complementOf,
  isAllMembers,
  PARTY_CLASS,
  unionOf,
} from '@tomekeeper/visibility';

/**
 * Titles of a handout by membership. The title for all players is stored under the party's class and applies to members
 * without their own. Pure functions.
 */
export type Titles = ReadonlyMap<string, string>;

/** Returns the titles after setting another for all players or for chosen players. */
export function withTitle(titles: Titles, readers: AudienceMembers, title: string): Titles {
  if (isAllMembers(readers)) return new Map([[PARTY_CLASS, title]]);
  return new Map([...titles, ...[...readers.memberships].map((one) => [one, title] as const)]);
}

/**
 * Restores earlier titles. Members without an earlier title keep the current title: another change may still let them
 * read, and must not reveal a title that was meant for others.
 */
export function titlesBack(titles: Titles, before: Titles): Titles {
  const kept = [...titles].filter(([reader]) => titleFor(before, reader) === undefined);
  return new Map([...before, ...kept]);
}

/** Members with different titles in the two maps. */
export function retitled(one: Titles, other: Titles): AudienceMembers {
  const differs = (reader: string) => titleFor(one, reader) !== titleFor(other, reader);
  const isAllBut = differs(PARTY_CLASS);
  const own = [...one.keys(), ...other.keys()].filter((reader) => reader !== PARTY_CLASS);
  const memberships = new Set(own.filter((reader) => differs(reader) !== isAllBut));
  return { isAllBut, memberships };
}

const titleFor = (titles: Titles, reader: string): string | undefined =>
  titles.get(reader) ?? titles.get(PARTY_CLASS);

/** Intersection of two audiences. */
export const both = (one: AudienceMembers, other: AudienceMembers): AudienceMembers =>
  complementOf(unionOf(complementOf(one), complementOf(other)));

/** Title of handout `t` of `document` for a player with the memberships $3, as SQL. */
export const OWN_TITLE = `coalesce(
  (SELECT o.title FROM reader_title o
    WHERE o.document_id = document.id AND (o.reader = '${PARTY_CLASS}' OR o.reader = ANY ($3::uuid[]))
    ORDER BY o.reader = '${PARTY_CLASS}' LIMIT 1),
  t.public_title)`;
