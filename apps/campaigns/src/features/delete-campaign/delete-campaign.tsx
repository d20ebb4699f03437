import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { useSerialMutation } from '@tomekeeper/remote-kit/query';
import { Button } from '@tomekeeper/ui/button';
import { ConfirmDialog } from '@tomekeeper/ui/dialog';
import { Icon } from '@tomekeeper/ui/icon';
import { Section } from '@tomekeeper/ui/section';
import { campaignKeys, useCampaignsApi, type CampaignDetail } from '../campaigns-api/campaigns-api';
import { useRefetchIfGone } from '../campaigns-api/use-campaign';

interface DeleteCampaignProps {
  campaign: CampaignDetail;
  onDeleted: () => void;
}

/** Deletes a campaign after the user types its title. */
export function DeleteCampaign({ campaign, onDeleted }: DeleteCampaignProps) {
  const { toast } = useShell();
  const api = useCampaignsApi();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);

  const deletion = useSerialMutation({
    mutationFn: () => api.remove(campaign.id),
    onSuccess: () => {
      toast({ message: `${campaign.title} was deleted.`, tone: 'success' });
      onDeleted();
      void queryClient.invalidateQueries({ queryKey: campaignKeys.list, exact: true });
    },
    onError: useRefetchIfGone(campaign.id),
  });
  const under = deletion.isPending || deletion.isSuccess;

  const close = () => {
    setOpen(false);
    deletion.reset();
  };

  return (
    <Section
      title="Delete campaign"
      lede="The campaign and all its documents are permanently deleted for everyone."
    >
      <Button variant="secondary" icon={<Icon name="trash" />} onClick={() => setOpen(true)}>
        Delete campaign
      </Button>
      <ConfirmDialog
        open={open}
        onClose={close}
        busy={under && 'Deleting…'}
        title="Delete campaign"
        description={`“${campaign.title}” and all of its documents will be permanently deleted for you and its players. Type its title to continue.`}
        confirm="Delete campaign"
        danger
        typed={{
          label: 'Title of the campaign',
          isRight: (typed) => typed.trim() === campaign.title.trim(),
        }}
        onConfirm={() => deletion.mutate()}
        failure={
          deletion.error ? detailOrText(deletion.error, 'Failed to delete campaign') : undefined
        }
      />
    </Section>
  );
}
