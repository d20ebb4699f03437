import { useQuery } from '@tanstack/react-query';
import { createApiClient } from '@tomekeeper/api-client';
import { useShell, useViewAs } from '@tomekeeper/remote-kit';
import type { CampaignFacts } from '@tomekeeper/remote-kit/campaign';
import { useRefetchOnHints } from '@tomekeeper/remote-kit/query';
import { z } from 'zod';

const row = z.object({ id: z.string(), title: z.string(), game_system: z.string().catch('') });
export type CampaignRow = z.infer<typeof row>;

/** Campaigns of the user; not loaded for view-as, which is limited to one campaign. */
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
