import { lazy, Suspense } from 'react';
import type { Routing, SessionUser } from '@tomekeeper/remote-kit';
import { ErrorBoundary } from '../remotes/error-boundary';
import styles from './account-button.module.css';

export interface AccountButtonProps {
  /** Not known yet, or not to be had. */
  user: SessionUser | undefined;
  Link: Routing['Link'];
  onSignOut: () => void;
}

// Only signed-in people download it.
const AccountMenu = lazy(async () => ({
  default: (await import('./account-menu')).AccountMenu,
}));

/** The avatar with its menu. Should the menu's script not arrive, its two items stand there plainly. */
export function AccountButton(props: AccountButtonProps) {
  return (
    <ErrorBoundary onError={() => {}} fallback={() => <PlainItems {...props} />}>
      <Suspense fallback={<span className={styles.place} />}>
        <AccountMenu {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}

function PlainItems({ Link, onSignOut }: AccountButtonProps) {
  return (
    <>
      <Link to="/account" className={styles.plain}>
        Account
      </Link>
      <button type="button" className={styles.plain} onClick={onSignOut}>
        Log out
      </button>
    </>
  );
}
