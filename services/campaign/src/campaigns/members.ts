import type { CampaignMember } from '@tomekeeper/contracts-campaign';
import type { PeopleDirectory } from '../player-lookup/people-directory';
import type { PlayerRow } from './campaign.queries';

/** Returns the members of a campaign with names and roles, the owner first. */
export async function namedMembers(
  people: PeopleDirectory,
  owner: string,
  players: readonly PlayerRow[],
): Promise<CampaignMember[]> {
  const roles = new Map(players.map(({ id, role }) => [id, role]));
  const named = await people.named([owner, ...roles.keys()]);
  return named.map((person) => ({ ...person, role: roles.get(person.id) ?? 'owner' }));
}
