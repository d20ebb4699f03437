import { useQuery } from '@tanstack/react-query';
import { createApiClient } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { useRefetchOnHints } from '@tomekeeper/remote-kit/query';
import { z } from 'zod';
import { useViewAs } from './view-as';

/** What somebody is in the campaign. */
export type Role = 'owner' | 'co_gm' | 'player';

/** All that is read of a campaign here. An older service says nothing of roles. */
const facts = z.object({
  title: z.string(),
  role: z.enum(['owner', 'co_gm', 'player']).optional().catch(undefined),
});

/** What the campaign is called, and what this person is in it. */
export function useCampaign(campaignId: string) {
  const { http } = useShell();
  const viewAs = useViewAs();
  const queryKey = ['campaign facts', campaignId, viewAs];
  useRefetchOnHints(['campaign', 'members'], campaignId, queryKey);
  return useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      createApiClient(http).get(`/api/campaigns/${encodeURIComponent(campaignId)}/`, {
        answer: facts,
        signal,
        viewAs,
      }),
    gcTime: 0,
  });
}
