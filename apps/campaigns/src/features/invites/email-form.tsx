import { useState, type FormEvent } from 'react';
import { textThenDetail } from '@tomekeeper/api-client';
import { emailAddress } from '@tomekeeper/contracts-values';
import { useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { Field, TextAreaField } from '@tomekeeper/ui/field';
import { FormError } from '@tomekeeper/ui/form-error';
import { addressesIn } from './invite-words';
import styles from './invites.module.css';
import { useNewInvite } from './use-invites';

type Role = 'player' | 'co_gm';

/** Sends invite e-mails one after another; failed addresses return to the field with the reason. */
export function EmailForm({ campaignId, isOwner }: { campaignId: string; isOwner: boolean }) {
  const { announce } = useShell();
  const sending = useNewInvite(campaignId);
  const [typed, setTyped] = useState('');
  const [role, setRole] = useState<Role>('player');
  const [said, setSaid] = useState('');
  const [wrong, setWrong] = useState<string>();
  const [failure, setFailure] = useState<Error>();
  const [isSending, setIsSending] = useState(false);

  const edit = (text: string) => {
    setTyped(text);
    setSaid('');
    setWrong(undefined);
    setFailure(undefined);
  };
  const sendAll = async (addresses: readonly string[]) => {
    setIsSending(true);
    let sent = 0;
    for (const email of addresses) {
      const failed = await sending.mutateAsync({ email, role }).then(
        () => undefined,
        (error: Error) => error,
      );
      if (failed) {
        setFailure(failed);
        break;
      }
      sent++;
    }
    setTyped(addresses.slice(sent).join('\n'));
    const words =
      sent === 0 ? '' : sent === 1 ? `Sent to ${addresses[0]}.` : `${sent} invites sent.`;
    setSaid(words);
    if (words) announce(words);
    setIsSending(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    const addresses = addressesIn(typed);
    const unreadable = addresses.find((one) => !emailAddress.safeParse(one).success);
    setFailure(undefined);
    setSaid('');
    if (addresses.length === 0) return setWrong('Enter at least one e-mail address.');
    if (unreadable !== undefined) return setWrong(`“${unreadable}” is not an e-mail address.`);
    void sendAll(addresses);
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <h3 className={styles.heading}>By e-mail</h3>
      <TextAreaField
        label="E-mail addresses"
        description="One or more addresses. Each person gets a mail with a personal link."
        rows={3}
        autoCapitalize="none"
        spellCheck={false}
        readOnly={isSending}
        error={wrong}
        value={typed}
        onChange={(event) => edit(event.target.value)}
      />
      <div className={styles.choices}>
        {isOwner && (
          <Field label="Invite as">
            {(control) => (
              <select
                {...control}
                value={role}
                onChange={(event) => setRole(event.target.value === 'co_gm' ? 'co_gm' : 'player')}
              >
                <option value="player">Player</option>
                <option value="co_gm">Co-GM</option>
              </select>
            )}
          </Field>
        )}
        <Button type="submit" variant="secondary" busy={isSending && 'Sending…'}>
          Send invites
        </Button>
      </div>
      {role === 'co_gm' && (
        <p className={styles.hint}>
          A co-GM sees every spoiler, reveals and hides, invites and removes players. The link works
          only for an account with that address.
        </p>
      )}
      {said && <p className={styles.hint}>{said}</p>}
      {failure && <FormError {...textThenDetail(failure, 'Could not send the invite')} />}
    </form>
  );
}
