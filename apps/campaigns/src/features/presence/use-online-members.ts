import { useQuery } from '@tanstack/react-query';
import { useShell } from '@tomekeeper/remote-kit';
import { useRefetchOnHints } from '@tomekeeper/remote-kit/query';
import { campaignKeys, useCampaignsApi, type CampaignDetail } from '../campaigns-api/campaigns-api';

/**
 * Other online members: owner first, then in the order of the players.
 * @returns undefined while loading, and always if the instance has no presence service
 */
export function useOnlineMembers({ id, owner, players }: CampaignDetail): string[] | undefined {
  const api = useCampaignsApi();
  const { hints } = useShell();
  const queryKey = campaignKeys.here(id);
  useRefetchOnHints(['presence', 'members'], id, queryKey);
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.here(id, signal),
    // Without invalidation events the data would quickly become stale, and without players no other member exists.
    enabled: hints !== undefined && players.length > 0,
    // Presence changes too often for retries to pay off.
    retry: false,
    gcTime: 0,
  });
  if (!data) return undefined;
  const here = new Set(data.here);
  return [owner, ...players].filter((person) => here.has(person));
}
