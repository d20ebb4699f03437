import type { AudienceChoice } from '@tomekeeper/contracts-document';
import {
  ALL_MEMBERS,
  type AudienceMembers,
  GM_CLASS,
  isAllMembers,
  membersOfClass,
  NO_MEMBERS,
  type AudienceClass,
} from '@tomekeeper/visibility';
import type { Player } from '../../memberships/campaign-memberships';
import type { Audiences } from './audiences';

// Audience of a passage that its writer saw. Text for few players must not reach more, even if another GM reveals the
// place before the save.

export interface WriterAudience {
  readers: AudienceMembers;
  /** Current chosen players. Former players are hidden from writers and read nothing. */
  present?: ReadonlySet<string>;
}

export function writerAudience(choice: AudienceChoice, players: readonly Player[]): WriterAudience {
  if (choice === 'gm') return { readers: NO_MEMBERS };
  if (choice === 'party') return { readers: ALL_MEMBERS };
  const present = new Set(players.map(({ membership }) => membership));
  const chosen = players.filter(({ user }) => choice.players.includes(user));
  const memberships = new Set(chosen.map(({ membership }) => membership));
  return { readers: { isAllBut: false, memberships }, present };
}

/** Whether the passage has viewers now that its writer did not see. */
export function isWidened(
  of: AudienceClass,
  { readers, present }: WriterAudience,
  { is_spoilers, members }: Audiences,
): boolean {
  if (isAllMembers(readers)) return false;
  const now = membersOfClass(of, { is_spoilers }, members);
  if (now.isAllBut) return true;
  return [...now.memberships].some(
    (one) => !readers.memberships.has(one) && (present?.has(one) ?? true),
  );
}

/** Class of the viewers that a writer saw; GMs alone if there is no such class. */
export function classOf(
  seen: WriterAudience,
  { members }: Pick<Audiences, 'members'>,
): AudienceClass {
  const { memberships } = seen.readers;
  for (const [id, of] of members) {
    const here = of.filter((one) => seen.present?.has(one));
    const isSame = here.length === memberships.size && here.every((one) => memberships.has(one));
    if (isSame && here.length > 0) return id;
  }
  return GM_CLASS;
}
