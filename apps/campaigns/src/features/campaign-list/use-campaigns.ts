import { useQuery } from '@tanstack/react-query';
import { useRefetchOnHints } from '@tomekeeper/remote-kit/query';
import { campaignKeys, useCampaignsApi } from '../campaigns-api/campaigns-api';

/** Campaigns that the user owns or plays in, newest first. */
export function useCampaigns(wanted = true) {
  const api = useCampaignsApi();
  useRefetchOnHints(['campaigns', 'campaign'], undefined, campaignKeys.list);
  return useQuery({
    queryKey: campaignKeys.list,
    queryFn: ({ signal }) => api.list(signal),
    enabled: wanted,
  });
}
