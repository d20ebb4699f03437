import {
  type AudienceMembers,
  complementOf,
  isAllMembers,
  PARTY_CLASS,
  unionOf,
} from '@tomekeeper/visibility';

/**
 * What readers call a handout: each goes by the title that they were told, by membership, or else by that of all players, which
 * stands under the party's class. Nothing here reads or writes.
 */
export type Titles = ReadonlyMap<string, string>;

/** The same where some are told another title; all players, or chosen ones. */
export function withTitle(titles: Titles, readers: AudienceMembers, title: string): Titles {
  if (isAllMembers(readers)) return new Map([[PARTY_CLASS, title]]);
  return new Map([...titles, ...[...readers.memberships].map((one) => [one, title] as const)]);
}

/**
 * The titles of before where one is taken back. Who was told none then keeps the one of now: they may go on reading by another act, and
 * would be told what was given to somebody else.
 */
export function titlesBack(titles: Titles, before: Titles): Titles {
  const kept = [...titles].filter(([reader]) => titleFor(before, reader) === undefined);
  return new Map([...before, ...kept]);
}

/** Who calls it otherwise by the one than by the other. */
export function retitled(one: Titles, other: Titles): AudienceMembers {
  const differs = (reader: string) => titleFor(one, reader) !== titleFor(other, reader);
  const isAllBut = differs(PARTY_CLASS);
  const own = [...one.keys(), ...other.keys()].filter((reader) => reader !== PARTY_CLASS);
  const memberships = new Set(own.filter((reader) => differs(reader) !== isAllBut));
  return { isAllBut, memberships };
}

const titleFor = (titles: Titles, reader: string): string | undefined =>
  titles.get(reader) ?? titles.get(PARTY_CLASS);

/** Those who are among both. */
export const both = (one: AudienceMembers, other: AudienceMembers): AudienceMembers =>
  complementOf(unionOf(complementOf(one), complementOf(other)));

/** What a player with the memberships $3 calls handout `t` of `document`, in SQL. */
export const OWN_TITLE = `coalesce(
  (SELECT o.title FROM reader_title o
    WHERE o.document_id = document.id AND (o.reader = '${PARTY_CLASS}' OR o.reader = ANY ($3::uuid[]))
    ORDER BY o.reader = '${PARTY_CLASS}' LIMIT 1),
  t.public_title)`;
