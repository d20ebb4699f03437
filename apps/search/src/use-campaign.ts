import { useQuery } from '@tanstack/react-query';
import { createApiClient } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { useRefetchOnHints } from '@tomekeeper/remote-kit/query';
import { z } from 'zod';
import { useViewAs } from './view-as';

/** What somebody is in the campaign. */
const role = z.enum(['owner', 'co_gm', 'player']).optional().catch(undefined);

const person = z.object({ id: z.string(), name: z.string().nullish(), role });
export type Person = z.infer<typeof person>;

/** All that is read of a campaign here. */
const facts = z.object({
  title: z.string(),
  role,
  people: z.array(person).catch([]),
});
export type CampaignFacts = z.infer<typeof facts>;

const row = z.object({ id: z.string(), title: z.string(), game_system: z.string().catch('') });
export type CampaignRow = z.infer<typeof row>;

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

/** The campaigns of this person; with other eyes there is one campaign, and no other. */
export function useCampaigns() {
  const { http } = useShell();
  const viewAs = useViewAs();
  const queryKey = ['campaigns'];
  useRefetchOnHints(['campaigns'], undefined, queryKey);
  return useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      createApiClient(http).get('/api/campaigns/', { answer: z.array(row), signal }),
    enabled: viewAs === undefined,
  });
}

export const isGm = (campaign: Pick<CampaignFacts, 'role'> | undefined): boolean =>
  campaign?.role === 'owner' || campaign?.role === 'co_gm';

/** Those who play, without the GMs, who know everything. */
export const playersOf = ({ people }: CampaignFacts): readonly Person[] =>
  people.filter(({ role: is }) => is === 'player');

export const nameOfPerson = (campaign: CampaignFacts | undefined, id: string): string | undefined =>
  campaign?.people.find((one) => one.id === id)?.name || undefined;
