import { useState } from 'react';
import { Button } from '@tomekeeper/ui/button';
import { ConfirmDialog } from '@tomekeeper/ui/dialog';
import { Icon } from '@tomekeeper/ui/icon';
import { Section } from '@tomekeeper/ui/section';
import type { CampaignDetail } from '../campaigns-api/campaigns-api';
import { useDeleteCampaign } from './use-delete-campaign';

interface DeleteCampaignProps {
  campaign: CampaignDetail;
  onDeleted: () => void;
}

/** Deletes a campaign after the user types its title. */
export function DeleteCampaign({ campaign, onDeleted }: DeleteCampaignProps) {
  const [open, setOpen] = useState(false);
  const deletion = useDeleteCampaign(campaign, onDeleted);

  const close = () => {
    setOpen(false);
    deletion.reset();
  };

  return (
    <Section
      title="Delete campaign"
      intro="The campaign and all its documents are permanently deleted for everyone."
    >
      <Button variant="secondary" icon={<Icon name="trash" />} onClick={() => setOpen(true)}>
        Delete campaign
      </Button>
      <ConfirmDialog
        open={open}
        onClose={close}
        busy={deletion.isBusy && 'Deleting…'}
        title="Delete campaign"
        description={`“${campaign.title}” and all of its documents will be permanently deleted for you and its players. Type its title to continue.`}
        confirm="Delete campaign"
        danger
        typed={{
          label: 'Title of the campaign',
          isRight: (typed) => typed.trim() === campaign.title.trim(),
        }}
        onConfirm={deletion.start}
        failure={deletion.failure}
      />
    </Section>
  );
}
