import { useShell, useTask } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { Cluster } from '@tomekeeper/ui/stack';
import { Notice } from '@tomekeeper/ui/notice';
import { redirectPath } from './redirect-path';

/** Shown to signed-in users: their name, and links to continue or switch accounts. */
export function AlreadySignedIn({ refused = false }: { refused?: boolean }) {
  const { session, routing } = useShell();
  const { pathname, search } = routing.useLocation();
  const state = session.useSession();
  const leaving = useTask();
  const person = state.status === 'signed-in' ? state.user?.email : undefined;
  const leave = async () => {
    await session.signOut();
    // The way out leads to the front page; who signs out here wants to sign in again.
    routing.navigate(pathname + search, { replace: true });
  };
  return (
    <Notice
      tone={refused ? 'error' : 'info'}
      title="There is already a signed in user."
      action={
        <Cluster>
          <Button
            variant="secondary"
            size="small"
            onClick={() => routing.navigate(redirectPath(search))}
          >
            Continue
          </Button>
          <Button
            variant="quiet"
            size="small"
            busy={leaving.busy && 'Signing out…'}
            onClick={() => leaving.run(leave)}
          >
            Sign out
          </Button>
        </Cluster>
      }
    >
      <p>{person ? `${person} is signed in here. ` : ''}Sign out first to use another account.</p>
    </Notice>
  );
}
