import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRefetchOnHints } from '@tomekeeper/remote-kit/query';
import { campaignKeys, useCampaignsApi } from '../campaigns-api/campaigns-api';
import { onLostAddress } from '../campaigns-api/lost-address';

/** Portraits of a campaign's members; without them, the party shows initials. */
export function usePictures(campaignId: string, viewAs: string | undefined) {
  const api = useCampaignsApi();
  const queryClient = useQueryClient();
  const own = campaignKeys.pictures(campaignId);
  const queryKey = viewAs === undefined ? own : [...own, 'as', viewAs];
  const { data, dataUpdatedAt } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.pictures(campaignId, signal, viewAs),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  useRefetchOnHints(['members'], campaignId, queryKey);
  return {
    pictureOf: (person: string) => data?.find((one) => one.person === person),
    onLost: onLostAddress(dataUpdatedAt, () => {
      void queryClient.invalidateQueries({ queryKey, exact: true });
    }),
  };
}
