import { useState, type FormEvent } from 'react';
import { textThenDetail } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { Field } from '@tomekeeper/ui/field';
import { FormError } from '@tomekeeper/ui/form-error';
import type { Invite } from '../campaigns-api/campaigns-api';
import styles from './invites.module.css';
import { linkInvite, useNewInvite } from './use-invites';

const DAYS = [1, 7, 30];
const PEOPLE = [1, 5, 10, 25, 100];

/** Form for an invite link with its number of uses and lifetime. */
export function LinkForm({
  campaignId,
  onMade,
}: {
  campaignId: string;
  onMade: (invite: Invite) => void;
}) {
  const { announce } = useShell();
  const making = useNewInvite(campaignId);
  const [days, setDays] = useState(7);
  const [people, setPeople] = useState(10);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    making.mutate(linkInvite({ people, days }), {
      onSuccess: (invite) => {
        announce('The invite link is ready.');
        onMade(invite);
      },
    });
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <h3 className={styles.heading}>By link</h3>
      <p className={styles.hint}>
        One link for the whole table. Players who open it sign up or in and join the campaign.
      </p>
      <div className={styles.choices}>
        <Field label="Good for">
          {(control) => (
            <select
              {...control}
              value={people}
              onChange={(event) => setPeople(Number(event.target.value))}
            >
              {PEOPLE.map((count) => (
                <option key={count} value={count}>
                  {count === 1 ? '1 person' : `${count} people`}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Until">
          {(control) => (
            <select
              {...control}
              value={days}
              onChange={(event) => setDays(Number(event.target.value))}
            >
              {DAYS.map((count) => (
                <option key={count} value={count}>
                  {count === 1 ? 'tomorrow' : `in ${count} days`}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Button type="submit" busy={making.isPending && 'Creating…'}>
          Create link
        </Button>
      </div>
      {making.error && (
        <FormError {...textThenDetail(making.error, 'Could not create the invite link')} />
      )}
    </form>
  );
}
