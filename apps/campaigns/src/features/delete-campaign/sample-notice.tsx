import { useState } from 'react';
import { Button } from '@tomekeeper/ui/button';
import { ConfirmDialog } from '@tomekeeper/ui/dialog';
import { Notice } from '@tomekeeper/ui/notice';
import type { CampaignDetail } from '../campaigns-api/campaigns-api';
import { useDeleteCampaign } from './use-delete-campaign';

interface SampleNoticeProps {
  campaign: CampaignDetail;
  onDeleted: () => void;
}

/** Marks a sample campaign for its owner, who can discard it without typing its title. */
export function SampleNotice({ campaign, onDeleted }: SampleNoticeProps) {
  const [open, setOpen] = useState(false);
  const deletion = useDeleteCampaign(campaign, onDeleted);

  const close = () => {
    setOpen(false);
    deletion.reset();
  };

  return (
    <>
      <Notice
        title="This is a sample campaign."
        action={
          <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
            Discard the sample
          </Button>
        }
      >
        <p>Change anything. Only people with an invite can see it.</p>
      </Notice>
      <ConfirmDialog
        open={open}
        onClose={close}
        busy={deletion.isBusy && 'Discarding…'}
        title="Discard the sample"
        description="The sample campaign and all changes that you made to it are permanently deleted. You can create a new one from an empty campaign list."
        confirm="Discard the sample"
        danger
        onConfirm={deletion.start}
        failure={deletion.failure}
      />
    </>
  );
}
