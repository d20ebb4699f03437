import { useState, type FormEvent } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { useOneAtATime } from '@tomekeeper/remote-kit/query';
import { Button } from '@tomekeeper/ui/button';
import { Dialog } from '@tomekeeper/ui/dialog';
import { TextField } from '@tomekeeper/ui/field';
import { FormError } from '@tomekeeper/ui/form-error';
import { Icon } from '@tomekeeper/ui/icon';
import { Section } from '@tomekeeper/ui/section';
import { campaignKeys, useCampaignsApi, type CampaignDetail } from '../../campaigns-api';
import { useLookAgainIfGone } from '../campaign-editor/use-campaign';

interface DeleteCampaignProps {
  campaign: CampaignDetail;
  onDeleted: () => void;
}

/** The end of a campaign, at the end of its page, behind its typed title. */
export function DeleteCampaign({ campaign, onDeleted }: DeleteCampaignProps) {
  const { toast } = useShell();
  const api = useCampaignsApi();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');

  const deletion = useOneAtATime({
    mutationFn: () => api.remove(campaign.id),
    onSuccess: () => {
      toast({ message: `${campaign.title} was deleted.`, tone: 'success' });
      onDeleted();
      void queryClient.invalidateQueries({ queryKey: campaignKeys.list, exact: true });
    },
    onError: useLookAgainIfGone(campaign.id),
  });
  const confirmed = typed.trim() === campaign.title.trim();
  const under = deletion.isPending || deletion.isSuccess;

  const close = () => {
    setOpen(false);
    setTyped('');
    deletion.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (confirmed && !under) deletion.mutate();
  };

  return (
    <Section
      title="Delete campaign"
      lede="It goes for everyone, with all of its documents, for good."
    >
      <Button variant="secondary" icon={<Icon name="trash" />} onClick={() => setOpen(true)}>
        Delete campaign
      </Button>
      <Dialog
        open={open}
        onClose={close}
        busy={under}
        title="Delete campaign"
        description={`“${campaign.title}” and all of its documents will be gone for you and its players. Type its title to go on.`}
        actions={
          <>
            <Button variant="secondary" disabled={under} onClick={close}>
              Cancel
            </Button>
            <Button
              variant="danger"
              type="submit"
              form={FORM}
              disabled={!confirmed}
              busy={under && 'Deleting…'}
            >
              Delete campaign
            </Button>
          </>
        }
      >
        <form id={FORM} onSubmit={submit} noValidate>
          <TextField
            label="Title of the campaign"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            readOnly={under}
            onChange={(event) => setTyped(event.target.value)}
          />
        </form>
        {deletion.error && (
          <FormError {...detailOrText(deletion.error, 'Failed to delete campaign')} />
        )}
      </Dialog>
    </Section>
  );
}

const FORM = 'delete-campaign';
