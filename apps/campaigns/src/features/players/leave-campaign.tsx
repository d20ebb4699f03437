import { textThenDetail } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { Dialog } from '@tomekeeper/ui/dialog';
import { FormError } from '@tomekeeper/ui/form-error';
import type { CampaignDetail } from '../../campaigns-api';
import { useLeaveCampaign } from './use-players';

interface LeaveCampaignProps {
  campaign: CampaignDetail;
  myId: string;
  open: boolean;
  onClose: () => void;
  onLeft: () => void;
}

/** Asks a player before they leave: they can't undo it by themself. */
export function LeaveCampaign({ campaign, myId, open, onClose, onLeft }: LeaveCampaignProps) {
  const { toast } = useShell();
  const leave = useLeaveCampaign(campaign.id, () => {
    toast({ message: `You left ${campaign.title}.`, tone: 'success' });
    onLeft();
  });
  const close = () => {
    leave.reset();
    onClose();
  };

  return (
    <Dialog
      open={open}
      onClose={close}
      busy={leave.isPending}
      title="Leave campaign"
      description={`You will no longer see “${campaign.title}” or its documents. Its owner can add you again.`}
      actions={
        <>
          <Button variant="secondary" disabled={leave.isPending} onClick={close}>
            Cancel
          </Button>
          <Button
            variant="danger"
            busy={leave.isPending && 'Leaving…'}
            onClick={() => leave.mutate(myId)}
          >
            Leave campaign
          </Button>
        </>
      }
    >
      {leave.error && <FormError {...textThenDetail(leave.error, 'Could not remove player')} />}
    </Dialog>
  );
}
