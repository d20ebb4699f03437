import { ALL_MEMBERS, NO_MEMBERS, type AudienceMembers } from './audience-members';

// The audience class of a passage: GM_CLASS, PARTY_CLASS or the id of a set of chosen players. A passage without a class (null)
// follows its document, so that revealing or hiding a document writes no passage.

export const GM_CLASS = '00000000-0000-4000-8000-000000000001';
export const PARTY_CLASS = '00000000-0000-4000-8000-000000000002';
/** In the search index: text of a trashed document, invisible until the document is restored. */
export const TRASH_CLASS = '00000000-0000-4000-8000-000000000003';

/** Text of players' notes for the GMs, in the search index; among the memberships of GMs, so that they read it. */
export const FOR_GMS_CLASS = '00000000-0000-4000-8000-000000000004';

export type AudienceClass = string | null;

/** Whether a class is a set of chosen players. */
export const isChosenClass = (audienceClass: AudienceClass): audienceClass is string =>
  audienceClass !== null && audienceClass !== GM_CLASS && audienceClass !== PARTY_CLASS;

/**
 * The players who see a passage. GMs always see it.
 * @param members memberships by the id of each set of chosen players; an unknown set has no members
 */
export function membersOfClass(
  audienceClass: AudienceClass,
  { is_spoilers }: { is_spoilers: boolean },
  members: ReadonlyMap<string, readonly string[]>,
): AudienceMembers {
  if (audienceClass === null) return is_spoilers ? NO_MEMBERS : ALL_MEMBERS;
  if (audienceClass === GM_CLASS) return NO_MEMBERS;
  if (audienceClass === PARTY_CLASS) return ALL_MEMBERS;
  return { isAllBut: false, memberships: new Set(members.get(audienceClass)) };
}
