import { useQueryClient } from '@tanstack/react-query';
import { detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { useSerialMutation } from '@tomekeeper/remote-kit/query';
import { campaignKeys, useCampaignsApi, type CampaignDetail } from '../campaigns-api/campaigns-api';
import { useRefetchIfGone } from '../campaigns-api/use-campaign';

/** Deletes a campaign and reports the result. */
export function useDeleteCampaign(campaign: CampaignDetail, onDeleted: () => void) {
  const { toast } = useShell();
  const api = useCampaignsApi();
  const queryClient = useQueryClient();
  const deletion = useSerialMutation({
    mutationFn: () => api.remove(campaign.id),
    onSuccess: () => {
      toast({ message: `${campaign.title} was deleted.`, tone: 'success' });
      onDeleted();
      void queryClient.invalidateQueries({ queryKey: campaignKeys.list, exact: true });
    },
    onError: useRefetchIfGone(campaign.id),
  });
  return {
    start: () => deletion.mutate(),
    reset: deletion.reset,
    isBusy: deletion.isPending || deletion.isSuccess,
    failure: deletion.error ? detailOrText(deletion.error, 'Failed to delete campaign') : undefined,
  };
}
