import type { TransferAudience } from '@tomekeeper/campaign-files';
import type { Transaction } from '@tomekeeper/persistence';
import { GM_CLASS, PARTY_CLASS } from '@tomekeeper/visibility';
import type { Player } from '../../memberships/campaign-memberships';
import { classOfPlayers } from '../../passages/audiences/audience-class';

/** The class of an audience of the source. Players who are no members are left out; without any, GMs only. */
export async function classOfAudience(
  tx: Transaction,
  { campaign, players }: { campaign: string; players: readonly Player[] },
  audience: TransferAudience,
): Promise<string> {
  if (typeof audience === 'string') return audience === 'gm' ? GM_CLASS : PARTY_CLASS;
  const chosen = players.filter(({ user }) => audience.players.includes(user));
  if (chosen.length === 0) return GM_CLASS;
  const memberships = chosen.map(({ membership }) => membership);
  return classOfPlayers(tx, campaign, { memberships, tellsReaders: false });
}
