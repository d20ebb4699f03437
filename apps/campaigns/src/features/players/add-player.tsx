import { useRef, useState, type FormEvent } from 'react';
import { ApiError, textThenDetail } from '@tomekeeper/api-client';
import { emailAddress } from '@tomekeeper/contracts-values';
import { useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { TextField } from '@tomekeeper/ui/field';
import { FormError } from '@tomekeeper/ui/form-error';
import { Icon } from '@tomekeeper/ui/icon';
import { Stack } from '@tomekeeper/ui/stack';
import type { CampaignDetail, Players } from '../../campaigns-api';
import styles from './players-panel.module.css';
import { useAddPlayer } from './use-players';

/** Adds a person to the table; someone without an account gets a link to hand on instead. */
export function AddPlayer({ campaign, isOwner }: { campaign: CampaignDetail; isOwner: boolean }) {
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
    if (isOwner && player && !adding.isPending) adding.mutate(player, { onSuccess: added });
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
            isOwner
              ? 'Players find it on their account page. Their e-mail address works too.'
              : 'Only the campaign’s owner can add players, or remove anyone but themself.'
          }
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          disabled={!isOwner}
          readOnly={adding.isPending}
          value={typed}
          onChange={(event) => edit(event.target.value)}
        />
        <Button
          type="submit"
          variant="secondary"
          disabled={!isOwner || !player}
          busy={adding.isPending && 'Adding…'}
        >
          Add
        </Button>
      </form>
      {said && <p className={styles.said}>{said}</p>}
      {adding.error && <FormError {...textThenDetail(adding.error, 'Could not add player')} />}
      {adding.error && <Invitation error={adding.error} player={player} />}
    </Stack>
  );
}

/** The address was well-formed and yet refused: nobody has signed up with it. */
function Invitation({ error, player }: { error: Error; player: string }) {
  const address = emailAddress.safeParse(player);
  if (!(error instanceof ApiError) || error.status !== 400 || !address.success) return null;
  const link = signUpLinkIn(error.detail) ?? signUpLinkHere(address.data);
  return <InvitationLink email={address.data} link={link} />;
}

/** The server knows under which address people reach the product; this browser may not. */
const signUpLinkIn = (detail = '') => /https?:\/\/\S+\/signup\?email=\S+/.exec(detail)?.[0];

const signUpLinkHere = (email: string) =>
  `${window.location.origin}/signup?email=${encodeURIComponent(email)}`;

/** A sign-up link for one address, to be sent to that person by whatever way the table talks. */
function InvitationLink({ email, link }: { email: string; link: string }) {
  const field = useRef<HTMLInputElement>(null);
  const { announce } = useShell();
  const [said, setSaid] = useState('');

  const say = (words: string) => {
    setSaid(words);
    announce(words);
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      say('Copied');
    } catch {
      // Not allowed here, or no secure origin: the person's own copy command works on the selection.
      field.current?.select();
      say('Press copy on your keyboard or in the menu.');
    }
  };

  return (
    <div>
      <div className={styles.add}>
        <TextField
          ref={field}
          label="Sign-up link"
          description={`Send it to ${email}. Once they have signed up, add them here.`}
          readOnly
          value={link}
          onFocus={(event) => event.target.select()}
        />
        <Button variant="secondary" icon={<Icon name="copy" />} onClick={() => void copy()}>
          Copy link
        </Button>
      </div>
      {said && <p className={styles.said}>{said}</p>}
    </div>
  );
}
