import { useState, type FormEvent } from 'react';
import type { Failure } from '@tomekeeper/api-client';
import { useShell, type SessionUser } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { PasswordField } from '@tomekeeper/ui/field';
import { FormError } from '@tomekeeper/ui/form-error';
import { Cluster, Stack } from '@tomekeeper/ui/stack';
import { AccountSection } from './account-section';
import { AccountName } from '../form/account-name';
import { useFailureText } from '../form/failure-text';
import { useFields } from '../form/use-fields';
import { useTask } from '../form/use-task';
import { NewPasswordField } from '../password-policy/new-password-field';
import { newPasswordProblem } from '../password-policy/policy-rules';
import { useAuthTools } from '../session/auth-tools';
import { isPoolError } from '../session/user-pool-error';
import styles from './account.module.css';

/** The present password, and the one to come. */
export function ChangePassword({ me }: { me: SessionUser }) {
  const { email, first_name: givenName, last_name: familyName } = me;
  const { toast } = useShell();
  const { loadPool } = useAuthTools();
  const failureText = useFailureText('change password');
  const [failure, setFailure] = useState<Failure>();
  const changing = useTask();
  const { form, values, bind, set, focus, refuse } = useFields({ current: '', next: '' });

  function submit(event: FormEvent) {
    event.preventDefault();
    const { current, next } = values;
    const problem = newPasswordProblem(next);
    const errors = {
      ...(!current && { current: 'Password cannot be empty' }),
      ...(problem && { next: problem }),
    };
    setFailure(undefined);
    refuse(errors);
    if (Object.keys(errors).length === 0) changing.run(() => change(current, next));
  }

  async function change(current: string, next: string) {
    try {
      await (await loadPool()).changePassword(current, next);
      set('current', '');
      set('next', '');
      toast({ message: 'Your password is changed.', tone: 'success' });
    } catch (error) {
      setFailure(failureText(error, 'The password could not be changed.'));
      focus(isPoolError(error, 'InvalidPasswordException') ? 'next' : 'current');
    }
  }

  return (
    <AccountSection title="Change password">
      <form ref={form} noValidate onSubmit={submit} className={styles.form}>
        <Stack>
          <AccountName email={email} />
          <PasswordField
            {...bind('current')}
            label="Current password"
            autoComplete="current-password"
            required
          />
          <NewPasswordField
            {...bind('next')}
            label="New password"
            owner={{ email, givenName, familyName }}
          />
          <FormError {...failure} />
          <Cluster>
            <Button type="submit" variant="secondary" busy={changing.busy && 'Changing…'}>
              Change password
            </Button>
          </Cluster>
        </Stack>
      </form>
    </AccountSection>
  );
}
