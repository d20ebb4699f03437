import { useRef, useState, type FormEvent } from 'react';
import { ApiError, textThenDetail } from '@tomekeeper/api-client';
import { emailAddress } from '@tomekeeper/contracts-values';
import { useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { TextField } from '@tomekeeper/ui/field';
import { FormError } from '@tomekeeper/ui/form-error';
import { Stack } from '@tomekeeper/ui/stack';
import type { CampaignDetail, Players } from '../../campaigns-api';
import { CopyLink } from '../../copy-link';
import { useNewInvite } from '../invites/use-invites';
import styles from './players-panel.module.css';
import { useAddPlayer } from './use-players';

/** Adds a person to the table; someone without an account gets a link to hand on instead. */
export function AddPlayer({ campaign, isGm }: { campaign: CampaignDetail; isGm: boolean }) {
  const { announce } = useShell();
  const [typed, setTyped] = useState('');
  const [said, setSaid] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const adding = useAddPlayer(campaign.id);
  const player = typed.trim();

  const added = ({ players }: Players) => {
    const isNew = players.length > campaign.players.length;
    const outcome = isNew ? `${player} was added.` : `${player} is already in this campaign.`;
    announce(outcome);
    // Who is new stands in the list; who was there would leave one wondering.
    setSaid(isNew ? '' : outcome);
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
              : 'Only the campaign’s game masters can add players, or remove anyone but themself.'
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
      {said && <p className={styles.said}>{said}</p>}
      {adding.error && <FormError {...textThenDetail(adding.error, 'Could not add player')} />}
      {adding.error && <Unknown campaignId={campaign.id} error={adding.error} player={player} />}
    </Stack>
  );
}

interface UnknownProps {
  campaignId: string;
  error: Error;
  player: string;
}

/** The address was well-formed and yet refused: nobody has signed up with it. */
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

/** A mail does at once what a sign-up link does by halves. */
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

/** The server knows under which address people reach the product; this browser may not. */
const signUpLinkIn = (detail = '') => /https?:\/\/\S+\/signup\?email=\S+/.exec(detail)?.[0];

const signUpLinkHere = (email: string) =>
  `${window.location.origin}/signup?email=${encodeURIComponent(email)}`;
