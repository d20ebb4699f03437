import { useQuery } from '@tanstack/react-query';
import { createApiClient } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { useRefetchOnHints } from '@tomekeeper/remote-kit/query';
import { z } from 'zod';
import { useViewAs } from '../../view-as';

/** All that the viewer reads of a campaign. */
const named = z.object({ title: z.string() });

/** What the campaign is called; a courtesy, so nothing is said where it does not come. */
export function useCampaignTitle(campaignId: string): string | undefined {
  const { http } = useShell();
  const viewAs = useViewAs();
  const queryKey = ['campaign title', campaignId, viewAs];
  useRefetchOnHints(['campaign'], campaignId, queryKey);
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      createApiClient(http).get(`/api/campaigns/${encodeURIComponent(campaignId)}/`, {
        answer: named,
        signal,
        viewAs,
      }),
    gcTime: 0,
  });
  return data?.title;
}
