import type { CampaignMember } from '@tomekeeper/contracts-campaign';
import type { PeopleDirectory } from '../player-lookup/people-directory';
import type { PlayerRow } from './campaign.queries';

/** Returns the members of a campaign with names, roles and characters, the owner first. */
export async function namedMembers(
  people: PeopleDirectory,
  owner: string,
  players: readonly PlayerRow[],
): Promise<CampaignMember[]> {
  const known = new Map(players.map((player) => [player.id, player]));
  const named = await people.named([owner, ...known.keys()]);
  return named.map((person) => {
    const { role = 'owner' as const, character = null } = known.get(person.id) ?? {};
    return { ...person, role, ...(character && { character }) };
  });
}
