import { useState } from 'react';
import { Button } from '@tomekeeper/ui/button';
import { Dialog } from '@tomekeeper/ui/dialog';
import { Stack } from '@tomekeeper/ui/stack';
import type { Invite } from '../campaigns-api/campaigns-api';
import { EmailForm } from './email-form';
import { InviteLink } from './invite-link';
import { LinkForm } from './link-form';

export interface InviteDialogProps {
  campaignId: string;
  /** Only the owner invites co-GMs. */
  isOwner: boolean;
  /** Existing invite whose link to show; undefined to create one. */
  shown?: Invite | undefined;
  open: boolean;
  onClose: () => void;
}

/** Dialog with both ways to invite: a shareable link or an e-mail. */
export function InviteDialog({ campaignId, isOwner, shown, open, onClose }: InviteDialogProps) {
  const [made, setMade] = useState<Invite>();
  const invite = shown ?? made;
  const close = () => {
    setMade(undefined);
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={shown ? 'Invite link' : 'Invite players'}
      actions={
        <Button variant="secondary" onClick={close}>
          Done
        </Button>
      }
    >
      <Stack gap={6}>
        {invite?.link ? (
          <InviteLink invite={invite} link={invite.link} />
        ) : (
          <LinkForm campaignId={campaignId} onMade={setMade} />
        )}
        {!shown && <EmailForm campaignId={campaignId} isOwner={isOwner} />}
      </Stack>
    </Dialog>
  );
}
