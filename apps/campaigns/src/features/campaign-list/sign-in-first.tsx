import { useShell } from '@tomekeeper/remote-kit';
import { EmptyState } from '@tomekeeper/ui/empty-state';
import { buttonClass } from '@tomekeeper/ui/button';

/** What a visitor finds in the place of campaigns. */
export function SignInFirst() {
  const { Link } = useShell().routing;
  return (
    <EmptyState
      title="Sign in to see your campaigns."
      action={
        <Link to="/login?redirect=%2Fhome" className={buttonClass()}>
          Sign in
        </Link>
      }
    >
      They are kept for you and your players alone. New here? You can{' '}
      <Link to="/signup">create an account</Link> in a minute.
    </EmptyState>
  );
}
