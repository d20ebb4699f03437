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

// For whom a passage was, as its writer was shown it: what somebody wrote for few is not to be read by more, because another GM
// revealed its place before it was saved.

export interface WriterAudience {
  readers: AudienceMembers;
  /** Of chosen players, all that there are: who has left is shown to nobody, and reads nothing. */
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

/** Whether players see it now whom its writer was not shown. */
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

/** The class for those whom a writer was shown; GMs alone where there is none. */
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
