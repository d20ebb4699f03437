import { ApiError, detailOrText } from '@tomekeeper/api-client';
import { useForm, useShell, type SessionUser } from '@tomekeeper/remote-kit';
import { TextField } from '@tomekeeper/ui/field';
import { Icon } from '@tomekeeper/ui/icon';
import { AuthForm } from '../form/auth-form';
import { AccountSection } from '../account-section/account-section';
import styles from './names-form.module.css';
import { saveNames } from '../session/me-api';

interface Props {
  me: SessionUser;
  onSaved: () => void;
}

/** First and last name. The address is the sign-in, so it is only shown. */
export function NamesForm({ me, onSaved }: Props) {
  const { http } = useShell();
  const form = useForm({
    initial: { first_name: me.first_name, last_name: me.last_name },
    async send({ first_name, last_name }) {
      await saveNames(http, { first_name, last_name });
      onSaved();
      return 'Saved';
    },
    failed: (error) => {
      const field = (name: string) => (error instanceof ApiError ? error.field(name) : undefined);
      return {
        ...detailOrText(error, 'Save failed'),
        fields: { first_name: field('first_name'), last_name: field('last_name') },
      };
    },
  });
  const saved = (
    <p className={styles.saved} role="status">
      {form.done && (
        <>
          <Icon name="check" /> <span>{form.done}</span>
        </>
      )}
    </p>
  );
  return (
    <AccountSection title="Your name" intro="The people in your campaigns see it.">
      <AuthForm form={form} submit="Save" busy="Saving…" variant="primary" actions={saved}>
        <TextField {...form.bind('first_name')} label="First name" autoComplete="given-name" />
        <TextField {...form.bind('last_name')} label="Last name" autoComplete="family-name" />
        <TextField
          label="Email"
          type="email"
          description="The address you sign in with."
          value={me.email}
          readOnly
        />
      </AuthForm>
    </AccountSection>
  );
}
