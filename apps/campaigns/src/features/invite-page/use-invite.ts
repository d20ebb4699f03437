import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@tomekeeper/api-client';
import { campaignKeys, useCampaignsApi } from '../campaigns-api/campaigns-api';

/** Preview of the invite's campaign. */
export function useInvitePreview(token: string) {
  const api = useCampaignsApi();
  return useQuery({
    queryKey: campaignKeys.preview(token),
    queryFn: ({ signal }) => api.previewInvite(token, signal),
    enabled: token !== '',
    retry: (failures, error) => !(error instanceof ApiError) && failures < 1,
  });
}

export function useAcceptInvite(token: string, onAccepted: (campaign: string) => void) {
  const api = useCampaignsApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.acceptInvite(token),
    onSuccess: ({ campaign }) => {
      void queryClient.invalidateQueries({ queryKey: campaignKeys.list, exact: true });
      onAccepted(campaign);
    },
  });
}
