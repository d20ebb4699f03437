import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useHints } from '@tomekeeper/remote-kit';
import { campaignKeys, useCampaignsApi } from '../campaigns-api/campaigns-api';
import { onLostAddress } from '../campaigns-api/lost-address';

/** Covers of all the user's campaigns, in one request; if it fails, all covers are generated. */
export function useCovers() {
  const api = useCampaignsApi();
  const queryClient = useQueryClient();
  const queryKey = campaignKeys.covers;
  const { data, dataUpdatedAt } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.covers(signal),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const askAgain = () => void queryClient.invalidateQueries({ queryKey, exact: true });
  useHints(['campaign', 'campaigns'], undefined, askAgain);
  return {
    urlOf: (campaign: string) => data?.find((one) => one.campaign === campaign)?.url,
    onLost: onLostAddress(dataUpdatedAt, askAgain),
  };
}
