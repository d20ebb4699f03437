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
  /** The owner alone invites co-GMs. */
  isOwner: boolean;
  /** An invite whose link is shown again; undefined to make one. */
  shown?: Invite | undefined;
  open: boolean;
  onClose: () => void;
}

/** Ways to bring people to the table: a link to hand on, or a mail. */
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
