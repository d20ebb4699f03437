import { useQuery } from '@tanstack/react-query';
import { useShell } from '@tomekeeper/remote-kit';
import { useRefetchOnHints } from '@tomekeeper/remote-kit/query';
import { campaignKeys, useCampaignsApi, type CampaignDetail } from '../campaigns-api/campaigns-api';

/**
 * The other members who are here, the owner first, then in the order of the players.
 * @returns undefined while nobody has said; for good where the installation does not say
 */
export function useWhoIsHere({ id, owner, players }: CampaignDetail): string[] | undefined {
  const api = useCampaignsApi();
  const { hints } = useShell();
  const queryKey = campaignKeys.here(id);
  useRefetchOnHints(['presence', 'members'], id, queryKey);
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.here(id, signal),
    // Without hints it would soon be a lie, and alone nobody else can be here.
    enabled: hints !== undefined && players.length > 0,
    // What comes and goes by the minute is worth no second try.
    retry: false,
    gcTime: 0,
  });
  if (!data) return undefined;
  const here = new Set(data.here);
  return [owner, ...players].filter((person) => here.has(person));
}
