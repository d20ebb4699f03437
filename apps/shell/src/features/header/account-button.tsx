import { lazy, Suspense } from 'react';
import type { Routing, SessionUser } from '@tomekeeper/remote-kit';
import { ErrorBoundary } from '../remotes/error-boundary';
import styles from './account-button.module.css';

export interface AccountButtonProps {
  /** Undefined while loading or after a failure. */
  user: SessionUser | undefined;
  Link: Routing['Link'];
  onSignOut: () => void;
}

// Lazy: only signed-in users download it.
const AccountMenu = lazy(async () => ({
  default: (await import(/* webpackChunkName: "signed-in" */ './account-menu')).AccountMenu,
}));

/** Avatar with the account menu. Renders the two menu items directly if the menu's chunk fails to load. */
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
