import { useState } from 'react';
import type { Failure } from '@tomekeeper/api-client';
import { useShell, useTask } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { FormError } from '@tomekeeper/ui/form-error';
import { Stack } from '@tomekeeper/ui/stack';
import { AuthLink, AuthPage } from '../auth-page/auth-page';
import { useFailureText } from '../form/failure-text';
import { useAuthTools } from '../session/auth-tools';
import { isPoolError } from '../session/user-pool/user-pool-error';

const INCOMPLETE = {
  message: 'This link is incomplete. Please copy all of it from the mail, or write to us.',
};

/**
 * Target of the link in the mail about a changed address. It asks for confirmation, because mail
 * scanners follow links.
 */
export function UndoEmailChangePage() {
  const { routing, session, toast } = useShell();
  const { search } = routing.useLocation();
  const { undoEmailChange, loadPool, betweenScreens } = useAuthTools();
  const failureText = useFailureText('undo email change');
  const [token] = useState(() => new URLSearchParams(search).get('token') ?? '');
  const [failure, setFailure] = useState<Failure | undefined>(token ? undefined : INCOMPLETE);
  const [usable, setUsable] = useState(token !== '');
  const working = useTask();
  routing.useTitle('Undo the change');

  async function undo() {
    setFailure(undefined);
    let email: string;
    try {
      email = await undoEmailChange(token);
    } catch (error) {
      if (isPoolError(error, 'ExpiredCodeException')) setUsable(false);
      return setFailure(failureText(error, 'The change could not be undone. Please try again.'));
    }
    // Without a code the next page offers to send one.
    const resetSent = await sendCode(email);
    // The pool has ended all sessions, also the one in this browser.
    if (session.current().status !== 'signed-out') await session.signOut();
    betweenScreens.put({ email, resetSent });
    toast({ message: 'Your email is back. Now choose a new password.', tone: 'success' });
    routing.navigate(`/forgot-password?email=${encodeURIComponent(email)}`, { replace: true });
  }

  async function sendCode(email: string): Promise<boolean> {
    try {
      await (await loadPool()).requestPasswordReset(email);
      return true;
    } catch {
      return false;
    }
  }

  return (
    <AuthPage
      title="Undo the change"
      intro="Someone changed the email of your account. If it was not you, take the account back."
      footer={
        <p>
          Was it you after all? <AuthLink to="/login">Sign In</AuthLink>
        </p>
      }
    >
      <Stack>
        {usable && (
          <p>
            Your earlier email signs in again, everyone is signed out on every device, and you
            choose a new password.
          </p>
        )}
        <FormError {...failure} />
        {usable && (
          <Button wide busy={working.busy && 'Undoing…'} onClick={() => working.run(undo)}>
            Undo the change
          </Button>
        )}
        <p>
          {usable ? 'If that does not help,' : 'If your email is not back,'}{' '}
          <AuthLink to="/contact">write to us</AuthLink>.
        </p>
      </Stack>
    </AuthPage>
  );
}
