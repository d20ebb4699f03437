import { useEffect, useRef, useState, type FormEvent } from 'react';
import { ApiError, textThenDetail } from '@tomekeeper/api-client';
import { emailAddress } from '@tomekeeper/contracts-values';
import { useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { TextField } from '@tomekeeper/ui/field';
import { FormError } from '@tomekeeper/ui/form-error';
import { Stack } from '@tomekeeper/ui/stack';
import type { CampaignDetail, Players } from '../campaigns-api/campaigns-api';
import { CopyLink } from '../../copy-link';
import { useNewInvite } from '../invites/use-invites';
import styles from './players-panel.module.css';
import { knownName, useAddPlayer } from './use-players';

/** Adds a player by user id or e-mail address; offers an invite if the address has no account. */
export function AddPlayer({ campaign, isGm }: { campaign: CampaignDetail; isGm: boolean }) {
  const { announce, toast } = useShell();
  const [typed, setTyped] = useState('');
  const [said, setSaid] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const adding = useAddPlayer(campaign.id);
  const player = typed.trim();

  // The result below the field may be outside the viewport.
  const outcome = useRef<HTMLDivElement>(null);
  const { error } = adding;
  useEffect(() => {
    if (error || said) outcome.current?.scrollIntoView({ block: 'nearest' });
  }, [error, said]);

  const added = ({ players, people }: Players) => {
    const fresh = players.find((id) => !campaign.players.includes(id));
    if (fresh !== undefined) {
      toast({ message: `${knownName(people, fresh) ?? 'The player'} was added.`, tone: 'success' });
    } else {
      const words = `${player} is already in this campaign.`;
      announce(words);
      setSaid(words);
    }
    setTyped('');
    field.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isGm && player && !adding.isPending) adding.mutate(player, { onSuccess: added });
  };
  const edit = (text: string) => {
    setTyped(text);
    setSaid('');
    if (!adding.isIdle) adding.reset();
  };

  return (
    <Stack gap={4} className={styles.narrow}>
      <form className={styles.add} onSubmit={submit} noValidate>
        <TextField
          ref={field}
          label="Add player by user id"
          description={
            isGm
              ? 'Players find it on their account page. Their e-mail address works too.'
              : 'Only game masters can add and remove players. You can leave at any time.'
          }
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          disabled={!isGm}
          readOnly={adding.isPending}
          value={typed}
          onChange={(event) => edit(event.target.value)}
        />
        <Button
          type="submit"
          variant="secondary"
          disabled={!isGm || !player}
          busy={adding.isPending && 'Adding…'}
        >
          Add
        </Button>
      </form>
      {(said || error) && (
        <Stack ref={outcome} gap={4} className={styles.outcome}>
          {said && <p className={styles.said}>{said}</p>}
          {error && <FormError {...textThenDetail(error, 'Could not add player')} />}
          {error && <Unknown campaignId={campaign.id} error={error} player={player} />}
        </Stack>
      )}
    </Stack>
  );
}

interface UnknownProps {
  campaignId: string;
  error: Error;
  player: string;
}

/** The address is valid but has no account. */
function Unknown({ campaignId, error, player }: UnknownProps) {
  const address = emailAddress.safeParse(player);
  if (!(error instanceof ApiError) || error.status !== 400 || !address.success) return null;
  const email = address.data;
  return (
    <>
      <InviteInstead key={email} campaignId={campaignId} email={email} />
      <CopyLink
        label="Sign-up link"
        description={`Send it to ${email}. Once they have signed up, add them here.`}
        link={signUpLinkIn(error.detail) ?? signUpLinkHere(email)}
      />
    </>
  );
}

/** Offers an invite e-mail, which also adds the player to the campaign. */
function InviteInstead({ campaignId, email }: { campaignId: string; email: string }) {
  const sending = useNewInvite(campaignId);
  if (sending.isSuccess)
    return (
      <p className={styles.said} role="status">
        An invite is on its way to {email}.
      </p>
    );
  return (
    <div>
      <Button busy={sending.isPending && 'Sending…'} onClick={() => sending.mutate({ email })}>
        Invite them by e-mail
      </Button>
      {sending.error && (
        <FormError {...textThenDetail(sending.error, 'Could not send the invite')} />
      )}
    </div>
  );
}

/** Only the server knows the product's public URL. */
const signUpLinkIn = (detail = '') => /https?:\/\/\S+\/signup\?email=\S+/.exec(detail)?.[0];

const signUpLinkHere = (email: string) =>
  `${window.location.origin}/signup?email=${encodeURIComponent(email)}`;
