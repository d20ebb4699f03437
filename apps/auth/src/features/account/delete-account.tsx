import { useId, useState, type FormEvent } from 'react';
import type { Failure } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { Dialog } from '@tomekeeper/ui/dialog';
import { TextField } from '@tomekeeper/ui/field';
import { FormError } from '@tomekeeper/ui/form-error';
import { Icon } from '@tomekeeper/ui/icon';
import { Cluster, Stack } from '@tomekeeper/ui/stack';
import { AccountSection } from './account-section';
import { useFailureText } from '../form/failure-text';
import { useTask } from '../form/use-task';
import { useAuthTools } from '../session/auth-tools';

/** The end of the account, at the end of its page, behind the typed address. */
export function DeleteAccount({ email }: { email: string }) {
  const { session, toast, config } = useShell();
  const { loadPool } = useAuthTools();
  const failureText = useFailureText('delete account');
  const words = config.identity.user_pool_endpoint ? OWN_POOL : MANAGED_POOL;
  const formId = useId();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [failure, setFailure] = useState<Failure>();
  const deleting = useTask();
  const confirmed = typed.trim().toLowerCase() === email.toLowerCase();

  const close = () => {
    setOpen(false);
    setTyped('');
    setFailure(undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (confirmed) deleting.run(remove);
  };

  async function remove() {
    setFailure(undefined);
    try {
      await (await loadPool()).deleteAccount();
    } catch (error) {
      return setFailure(
        failureText(error, 'The account could not be deleted. Please try again in a moment.'),
      );
    }
    await session.signOut(); // leads away from this page, which is nobody's any more
    toast({ message: words.done, tone: 'success' });
  }

  return (
    <AccountSection title="Delete account" lede={words.lede}>
      <Cluster>
        <Button variant="secondary" icon={<Icon name="trash" />} onClick={() => setOpen(true)}>
          Delete my account
        </Button>
      </Cluster>
      <Dialog
        open={open}
        onClose={close}
        busy={deleting.busy}
        title="Delete your account"
        description={
          <Stack gap={3}>
            <p>{words.warning}</p>
            <p>
              Type your email, <strong>{email}</strong>, to go on.
            </p>
          </Stack>
        }
        actions={
          <>
            <Button variant="secondary" disabled={deleting.busy} onClick={close}>
              Cancel
            </Button>
            <Button
              variant="danger"
              type="submit"
              form={formId}
              disabled={!confirmed}
              busy={deleting.busy && 'Deleting…'}
            >
              Delete my account
            </Button>
          </>
        }
      >
        <form id={formId} onSubmit={submit} noValidate>
          <TextField
            label="Your email"
            type="email"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            readOnly={deleting.busy}
            onChange={(event) => setTyped(event.target.value)}
          />
        </form>
        <FormError {...failure} />
      </Dialog>
    </AccountSection>
  );
}

const OWN_POOL = {
  lede: 'It goes for good, with every campaign that you own, their documents and their files. You leave the campaigns that you play in, and the mailing list.',
  warning:
    'The campaigns that you own will be gone for their players too. Nobody can bring any of it back. You may want to download your data first.',
  done: 'Your account is deleted. A mail confirms it.',
};
/** A managed pool tells nobody that an account is gone (ADR 0013). */
const MANAGED_POOL = {
  lede: 'Your sign-in goes for good. What is kept here under your name goes when whoever runs this site removes it: ask them for it.',
  warning:
    'Nobody can bring your account back. Delete the campaigns that you own before you go, and leave the others. You may want to download your data first.',
  done: 'Your account is deleted.',
};
