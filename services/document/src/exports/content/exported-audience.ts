import type { TransferAudience } from '@tomekeeper/campaign-files';
import type { SqlReader } from '@tomekeeper/persistence';
import { GM_CLASS, PARTY_CLASS } from '@tomekeeper/visibility';
import { membersOfClasses } from '../../passages/audiences/audience-class';

/**
 * The audience of chosen players in an archive. Players who left see nothing.
 * @param users user ids by membership
 */
export function audienceOfPlayers(
  memberships: readonly string[],
  users: ReadonlyMap<string, string>,
): TransferAudience {
  const players = memberships.flatMap((membership) => users.get(membership) ?? []).sort();
  return players.length > 0 ? { players } : 'gm';
}

/** Audiences of classes in an archive. */
export async function audiencesOfClasses(
  db: SqlReader,
  classes: readonly (string | null)[],
  users: ReadonlyMap<string, string>,
): Promise<(audienceClass: string | null) => TransferAudience> {
  const members = await membersOfClasses(db, classes);
  return (audienceClass) => {
    if (audienceClass === PARTY_CLASS) return 'party';
    if (audienceClass === GM_CLASS) return 'gm';
    return audienceOfPlayers(members.get(audienceClass ?? '') ?? [], users);
  };
}
