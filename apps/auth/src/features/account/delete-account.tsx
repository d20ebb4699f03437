import { useRef, useState } from 'react';
import type { Failure } from '@tomekeeper/api-client';
import { useShell, useTask } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { ConfirmDialog } from '@tomekeeper/ui/dialog';
import { Icon } from '@tomekeeper/ui/icon';
import { Cluster, Stack } from '@tomekeeper/ui/stack';
import { useFailureText } from '../form/failure-text';
import { useAuthTools } from '../session/auth-tools';
import { AccountSection } from '../account-section/account-section';
import { eraseMe } from '../session/me-api';

/** Deletes the account once the user has typed its address. */
export function DeleteAccount({ email }: { email: string }) {
  const { session, toast, config, http } = useShell();
  const { loadPool } = useAuthTools();
  const failureText = useFailureText('delete account');
  // A managed pool sends no event when an account is deleted, so the product erases its data first (ADR 0013).
  const managed = !config.identity.user_pool_endpoint;
  const [open, setOpen] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  /** Call it once: it also ends the session, except in a managed pool. */
  const erased = useRef(false);
  const deleting = useTask();

  const close = () => {
    setOpen(false);
    setFailure(undefined);
  };

  async function remove() {
    setFailure(undefined);
    try {
      const pool = await loadPool();
      if (managed && !erased.current) {
        await eraseMe(http);
        erased.current = true;
      }
      await pool.deleteAccount();
    } catch (error) {
      const { message } = failureText(
        error,
        'The account could not be deleted. Please try again in a moment.',
      );
      return setFailure(erased.current ? { message: SIGN_IN_LEFT, reason: message } : { message });
    }
    await session.signOut(); // leads away from this page, whose account is deleted
    toast({ message: 'Your account is deleted. A mail confirms it.', tone: 'success' });
  }

  return (
    <AccountSection title="Delete account" intro={LEDE}>
      <Cluster>
        <Button variant="secondary" icon={<Icon name="trash" />} onClick={() => setOpen(true)}>
          Delete my account
        </Button>
      </Cluster>
      <ConfirmDialog
        open={open}
        onClose={close}
        busy={deleting.busy && 'Deleting…'}
        title="Delete your account"
        description={
          <Stack gap={3}>
            <p>{WARNING}</p>
            <p>
              Type your email, <strong>{email}</strong>, to go on.
            </p>
          </Stack>
        }
        confirm="Delete my account"
        danger
        typed={{
          label: 'Your email',
          type: 'email',
          inputMode: 'email',
          isRight: (typed) => typed.trim().toLowerCase() === email.toLowerCase(),
        }}
        onConfirm={() => deleting.run(remove)}
        failure={failure}
      />
    </AccountSection>
  );
}

const LEDE =
  'Your account is permanently deleted, with all campaigns you own, their documents and their files. To keep a campaign for your table, hand it over first. You also leave the campaigns you play in and the mailing list.';
const WARNING =
  'Your players lose access to the campaigns you own. This cannot be undone. You may want to download your data first.';
const SIGN_IN_LEFT =
  'Your data is deleted, but your sign-in is not yet. Press the button again, or sign in later and delete the account once more.';
