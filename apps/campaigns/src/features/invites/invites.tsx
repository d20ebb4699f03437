import { lazy, Suspense, useId, useRef, useState } from 'react';
import { textThenDetail } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { FormError } from '@tomekeeper/ui/form-error';
import { Icon } from '@tomekeeper/ui/icon';
import type { Invite } from '../campaigns-api/campaigns-api';
import type { OpenCampaign } from '../campaigns-api/use-campaign';
import { untilWords, usesWords } from './invite-words';
import styles from './invites.module.css';
import { linkInvite, useInvites, useNewInvite, useRevokeInvite } from './use-invites';

/** Lazy, because it bundles the QR code encoder. */
const InviteDialog = lazy(async () => ({
  default: (await import('./invite-dialog')).InviteDialog,
}));

/** Button to invite players, and the list of open invites; for GMs. */
export function Invites({ opened: { campaign, isOwner } }: { opened: OpenCampaign }) {
  const { announce } = useShell();
  const invites = useInvites(campaign.id);
  const [isOpen, setIsOpen] = useState(false);
  const [shown, setShown] = useState<Invite>();
  const button = useRef<HTMLButtonElement>(null);

  const open = (invite?: Invite) => {
    setShown(invite);
    setIsOpen(true);
  };
  const making = useNewInvite(campaign.id);
  const makeLink = () =>
    making.mutate(linkInvite(), {
      onSuccess: (invite) => {
        announce('The invite link is ready.');
        open(invite);
      },
    });
  const revoked = () => {
    announce('The invite was revoked.');
    button.current?.focus();
  };
  return (
    <div className={styles.invites}>
      <Button
        ref={button}
        variant="secondary"
        wide
        icon={<Icon name="plus" />}
        onClick={() => open()}
      >
        Invite players
      </Button>
      <Button variant="quiet" wide busy={making.isPending && 'Creating…'} onClick={makeLink}>
        Create invite link
      </Button>
      {making.error && (
        <FormError {...textThenDetail(making.error, 'Could not create the invite link')} />
      )}
      {invites.error && (
        <FormError {...textThenDetail(invites.error, 'Unable to load the invites.')} />
      )}
      {invites.data && invites.data.length > 0 && (
        <>
          <h3 className={styles.heading}>Open invites</h3>
          <ul role="list" className={styles.list}>
            {invites.data.map((invite) => (
              <InviteRow
                key={invite.id}
                campaignId={campaign.id}
                invite={invite}
                mayRevoke={isOwner || invite.role === 'player'}
                onShow={() => open(invite)}
                onRevoked={revoked}
              />
            ))}
          </ul>
        </>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <InviteDialog
            campaignId={campaign.id}
            isOwner={isOwner}
            shown={shown}
            open
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

interface InviteRowProps {
  campaignId: string;
  invite: Invite;
  mayRevoke: boolean;
  onShow: () => void;
  onRevoked: () => void;
}

function InviteRow({ campaignId, invite, mayRevoke, onShow, onRevoked }: InviteRowProps) {
  const revocation = useRevokeInvite(campaignId, onRevoked);
  const nameId = useId();
  return (
    <li className={styles.row}>
      <p id={nameId} className={styles.what}>
        {invite.email ?? 'Link'}
        {invite.role === 'co_gm' && ' (co-GM)'}
      </p>
      <div className={styles.acts}>
        {invite.link && (
          <Button variant="quiet" size="small" aria-describedby={nameId} onClick={onShow}>
            Show
          </Button>
        )}
        <Button
          variant="quiet"
          size="small"
          aria-describedby={nameId}
          disabled={!mayRevoke}
          title={mayRevoke ? undefined : 'Only the campaign’s owner invites co-GMs.'}
          busy={revocation.isPending && 'Revoking…'}
          onClick={() => revocation.mutate(invite)}
        >
          Revoke
        </Button>
      </div>
      <p className={styles.state}>
        {usesWords(invite)}, {untilWords(invite)}
      </p>
      {revocation.error && (
        <FormError {...textThenDetail(revocation.error, 'Could not revoke the invite')} />
      )}
    </li>
  );
}
