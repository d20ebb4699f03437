import { textThenDetail } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { ConfirmDialog } from '@tomekeeper/ui/dialog';
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
    <ConfirmDialog
      open={open}
      onClose={close}
      busy={leave.isPending && 'Leaving…'}
      title="Leave campaign"
      description={`You will no longer see “${campaign.title}” or its documents. Its owner can add you again.`}
      confirm="Leave campaign"
      danger
      onConfirm={() => leave.mutate(myId)}
      failure={leave.error ? textThenDetail(leave.error, 'Could not remove player') : undefined}
    />
  );
}
