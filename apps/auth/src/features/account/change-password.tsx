import { useForm, useShell, type SessionUser } from '@tomekeeper/remote-kit';
import { PasswordField } from '@tomekeeper/ui/field';
import { AccountName, AuthForm } from '../form/auth-form';
import { useFailureText } from '../form/failure-text';
import { NewPasswordField } from '../password-policy/new-password-field';
import { newPasswordProblem } from '../password-policy/policy-rules';
import { useAuthTools } from '../session/auth-tools';
import { isPoolError } from '../session/user-pool/user-pool-error';
import { AccountSection } from '../account-section/account-section';

/** Changes the password; the user proves the current one first. */
export function ChangePassword({ me }: { me: SessionUser }) {
  const { email, first_name: givenName, last_name: familyName } = me;
  const { toast, config } = useShell();
  const { loadPool } = useAuthTools();
  const failureText = useFailureText('change password');
  const form = useForm({
    initial: { current: '', next: '' },
    check: ({ current, next }) => ({
      fields: {
        current: !current && 'Password cannot be empty',
        next: newPasswordProblem(next, config.password_policy),
      },
    }),
    async send({ current, next }, { set }) {
      await (await loadPool()).changePassword(current, next);
      set('current', '');
      set('next', '');
      toast({ message: 'Your password is changed.', tone: 'success' });
    },
    failed: (error) => ({
      ...failureText(error, 'The password could not be changed.'),
      focus: isPoolError(error, 'InvalidPasswordException') ? 'next' : 'current',
    }),
  });
  return (
    <AccountSection title="Change password">
      <AuthForm form={form} submit="Change password" busy="Changing…">
        <AccountName email={email} />
        <PasswordField
          {...form.bind('current')}
          label="Current password"
          autoComplete="current-password"
          required
        />
        <NewPasswordField
          {...form.bind('next')}
          label="New password"
          owner={{ email, givenName, familyName }}
        />
      </AuthForm>
    </AccountSection>
  );
}
