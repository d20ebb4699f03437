import type { CampaignMember } from '@tomekeeper/contracts-campaign';
import type { PeopleDirectory } from '../player-lookup/people-directory';
import type { PlayerRow } from './campaign.queries';

/** The people of a campaign, its owner first, with their names and what they are in it. */
export async function namedMembers(
  people: PeopleDirectory,
  owner: string,
  players: readonly PlayerRow[],
): Promise<CampaignMember[]> {
  const roles = new Map(players.map(({ id, role }) => [id, role]));
  const named = await people.named([owner, ...roles.keys()]);
  return named.map((person) => ({ ...person, role: roles.get(person.id) ?? 'owner' }));
}
