import type { AudienceChoice } from '@tomekeeper/contracts-document';
import type { Player } from '../memberships/campaign-memberships';
import { GM_CLASS } from '../passages/audience-class';
import { EVERYBODY, isEverybody, NOBODY, readersOf, type Readers } from '../passages/readers';
import type { AudienceClass, Audiences } from './audiences';

// For whom a passage was, as its writer was shown it: what somebody wrote for few is not to be read by more, because another GM
// revealed its place before it was saved.

export interface SeenAudience {
  readers: Readers;
  /** Of chosen players, all that there are: who has left is shown to nobody, and reads nothing. */
  present?: ReadonlySet<string>;
}

export function seenAudience(choice: AudienceChoice, players: readonly Player[]): SeenAudience {
  if (choice === 'gm') return { readers: NOBODY };
  if (choice === 'party') return { readers: EVERYBODY };
  const present = new Set(players.map(({ membership }) => membership));
  const chosen = players.filter(({ user }) => choice.players.includes(user));
  const memberships = new Set(chosen.map(({ membership }) => membership));
  return { readers: { isAllBut: false, memberships }, present };
}

/** Whether players see it now whom its writer was not shown. */
export function isForMore(
  of: AudienceClass,
  { readers, present }: SeenAudience,
  { is_spoilers, members }: Audiences,
): boolean {
  if (isEverybody(readers)) return false;
  const now = readersOf(of, { is_spoilers }, members);
  if (now.isAllBut) return true;
  return [...now.memberships].some(
    (one) => !readers.memberships.has(one) && (present?.has(one) ?? true),
  );
}

/** The class for those whom a writer was shown; GMs alone where there is none. */
export function classOf(
  seen: SeenAudience,
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
