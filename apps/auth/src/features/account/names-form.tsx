import { useState, type FormEvent } from 'react';
import { ApiError, detailOrText, type Failure } from '@tomekeeper/api-client';
import { useShell, type SessionUser } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { TextField } from '@tomekeeper/ui/field';
import { FormError } from '@tomekeeper/ui/form-error';
import { Icon } from '@tomekeeper/ui/icon';
import { Cluster, Stack } from '@tomekeeper/ui/stack';
import { AccountSection } from './account-section';
import { useFields } from '../form/use-fields';
import { useTask } from '../form/use-task';
import styles from './account.module.css';
import { saveNames } from './me-api';

interface Props {
  me: SessionUser;
  onSaved: () => void;
}

/** First and last name. The address is the sign-in, so it is only shown. */
export function NamesForm({ me, onSaved }: Props) {
  const { http } = useShell();
  const { form, values, bind, refuse } = useFields({
    first_name: me.first_name,
    last_name: me.last_name,
  });
  const saving = useTask();
  const [outcome, setOutcome] = useState<'saved' | Failure>();
  const saved = outcome === 'saved';

  function bindName(name: 'first_name' | 'last_name') {
    const binding = bind(name);
    return {
      ...binding,
      onChange(event: Parameters<typeof binding.onChange>[0]) {
        if (saved) setOutcome(undefined);
        binding.onChange(event);
      },
    };
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    saving.run(async () => {
      setOutcome(undefined);
      try {
        await saveNames(http, values);
        setOutcome('saved');
        onSaved();
      } catch (error) {
        setOutcome(detailOrText(error, 'Save failed'));
        refuse(refusedFields(error));
      }
    });
  }

  return (
    <AccountSection title="Your name" lede="The people in your campaigns see it.">
      <form ref={form} noValidate onSubmit={submit} className={styles.form}>
        <Stack>
          <TextField {...bindName('first_name')} label="First name" autoComplete="given-name" />
          <TextField {...bindName('last_name')} label="Last name" autoComplete="family-name" />
          <TextField
            label="Email"
            type="email"
            description="The address you sign in with."
            value={me.email}
            readOnly
          />
          {typeof outcome === 'object' && <FormError {...outcome} />}
          <Cluster>
            <Button type="submit" busy={saving.busy && 'Saving…'}>
              Save
            </Button>
            <p className={styles.saved} role="status">
              {saved && (
                <>
                  <Icon name="check" /> <span>Saved</span>
                </>
              )}
            </p>
          </Cluster>
        </Stack>
      </form>
    </AccountSection>
  );
}

function refusedFields(error: unknown) {
  if (!(error instanceof ApiError)) return {};
  const first = error.field('first_name');
  const last = error.field('last_name');
  return { ...(first && { first_name: first }), ...(last && { last_name: last }) };
}
