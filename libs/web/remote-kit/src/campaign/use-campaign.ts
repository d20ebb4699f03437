import { useQuery } from '@tanstack/react-query';
import { createApiClient } from '@tomekeeper/api-client';
import { z } from 'zod';
import { useRefetchOnHints } from '../query';
import { useShell } from '../shell-context';
import { useViewAs } from '../view-as';

/** What somebody is in the campaign. */
export type Role = 'owner' | 'co_gm' | 'player';

const role = z.enum(['owner', 'co_gm', 'player']).optional().catch(undefined);

/** The fields of a campaign that remotes read. A role that this version does not know is undefined. */
const facts = z.object({
  title: z.string(),
  role,
  /** User ids, those of co-GMs too. */
  players: z.array(z.string()).catch([]),
  people: z.array(z.object({ id: z.string(), name: z.string().nullish(), role })).catch([]),
});
export type CampaignFacts = z.infer<typeof facts>;

/** What the campaign is called, who belongs to it, and what this person is in it. */
export function useCampaign(campaignId: string | undefined) {
  const { http } = useShell();
  const viewAs = useViewAs();
  const queryKey = ['campaign facts', campaignId, viewAs];
  useRefetchOnHints(['campaign', 'members'], campaignId, queryKey);
  return useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      createApiClient(http).get(`/api/campaigns/${encodeURIComponent(campaignId ?? '')}/`, {
        answer: facts,
        signal,
        viewAs,
      }),
    enabled: campaignId !== undefined,
    gcTime: 0,
  });
}

/** The name of a person of the campaign; undefined where none is known, as of those who have left. */
export const nameOfPerson = (
  campaign: Pick<CampaignFacts, 'people'> | undefined,
  id: string,
): string | undefined => campaign?.people.find((person) => person.id === id)?.name || undefined;

/** The user ids of those who play, without the co-GMs, who know everything. */
export const playersOf = ({ players, people }: CampaignFacts): readonly string[] => {
  const coGms = people.filter(({ role }) => role === 'co_gm').map(({ id }) => id);
  return players.filter((id) => !coGms.includes(id));
};

export type Person = CampaignFacts['people'][number];
