import type { TransferAudience } from '@tomekeeper/campaign-files';
import type { SqlReader } from '@tomekeeper/persistence';
import { GM_CLASS, PARTY_CLASS } from '@tomekeeper/visibility';
import { membersOfClasses } from '../../../passages/audiences/audience-class';

/**
 * Audiences of classes in an archive. Chosen players who left are left out.
 * @param users user ids by membership
 */
export async function audiencesOfClasses(
  db: SqlReader,
  classes: readonly (string | null)[],
  users: ReadonlyMap<string, string>,
): Promise<(audienceClass: string | null) => TransferAudience> {
  const members = await membersOfClasses(db, classes);
  return (audienceClass) => {
    if (audienceClass === PARTY_CLASS) return 'party';
    const chosen = audienceClass === GM_CLASS ? [] : (members.get(audienceClass ?? '') ?? []);
    const players = chosen.flatMap((membership) => users.get(membership) ?? []).sort();
    return players.length > 0 ? { players } : 'gm';
  };
}
