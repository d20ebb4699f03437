import { useQuery } from '@tanstack/react-query';
import { createApiClient } from '@tomekeeper/api-client';
import { z } from 'zod';
import { useRefetchOnHints } from '../query';
import { useShell } from '../shell-context';
import { useViewAs } from '../view-as';

/** Role of a user in the campaign. */
export type Role = 'owner' | 'co_gm' | 'player';

const role = z.enum(['owner', 'co_gm', 'player']).optional().catch(undefined);

/** Campaign fields that remotes use. Roles unknown to this version become undefined. */
const facts = z.object({
  title: z.string(),
  role,
  /** User ids, including co-GMs. */
  players: z.array(z.string()).catch([]),
  people: z.array(z.object({ id: z.string(), name: z.string().nullish(), role })).catch([]),
});
export type CampaignFacts = z.infer<typeof facts>;

/** Title, members and the viewer's role of a campaign. */
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

/** A member's name; undefined if unknown, for example for former members. */
export const nameOfPerson = (
  campaign: Pick<CampaignFacts, 'people'> | undefined,
  id: string,
): string | undefined => campaign?.people.find((person) => person.id === id)?.name || undefined;

/** User ids of the players without co-GMs, who see everything. */
export const playersOf = ({ players, people }: CampaignFacts): readonly string[] => {
  const coGms = people.filter(({ role }) => role === 'co_gm').map(({ id }) => id);
  return players.filter((id) => !coGms.includes(id));
};

export type Person = CampaignFacts['people'][number];
