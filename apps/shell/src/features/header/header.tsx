import { useEffect, useId, useState, type ReactNode } from 'react';
import type { PublicConfig, RemoteNavLink } from '@tomekeeper/contracts-federation';
import type { Routing } from '@tomekeeper/remote-kit';
import { brand, Wordmark } from '@tomekeeper/ui/brand';
import { Drawing, iconShapes } from '@tomekeeper/ui/icon';
import { onOutsidePress } from '@tomekeeper/ui/outside-press';
import { signInPath } from '../session/redirect-to-sign-in';
import type { SessionStore } from '../session/session-store';
import { ThemeToggle } from '../theme/theme-toggle';
import type { ThemeStore } from '../theme/theme';
import { AccountButton } from './account-button';
import styles from './header.module.css';

export interface HeaderProps {
  nav: readonly RemoteNavLink[];
  environment: PublicConfig['environment'];
  routing: Routing;
  session: SessionStore;
  onSignOut: () => void;
  /** Absent while prerendering. */
  theme: ThemeStore | undefined;
  /** Search button, for signed-in users. */
  search?: ReactNode;
}

/** Header of every page. On phones the links are in a collapsible sheet. */
export function Header(props: HeaderProps) {
  const { nav, environment, routing, session, onSignOut, theme, search } = props;
  const { Link, useLocation } = routing;
  const { pathname, search: query } = useLocation();
  // Signing in returns to the same page as the present sign-up page.
  const redirect = new URLSearchParams(query).get('redirect');
  const state = session.useSession();
  // `checking` implies a stored session.
  const signedIn = state.status === 'signed-in' || state.status === 'checking';
  const sheetId = useId();
  const sheet = useSheet(sheetId, pathname);
  // Without a sign-in link in this environment, no space is reserved for one.
  const bare = state.status === 'signed-out' && environment === 'production';
  const links = signedIn ? ownFirst(nav) : nav.filter(({ show }) => show === 'always');

  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <Link to="/" className={styles.title} aria-label={`${brand.name}, front page`}>
          <Wordmark />
        </Link>
        <nav
          id={sheetId}
          className={styles.nav}
          data-open={sheet.isOpen}
          aria-label="Main"
          onClick={sheet.close}
        >
          <ul className={styles.links} role="list">
            {links.map(({ to, label }) => (
              <li key={to}>
                <Link
                  to={to}
                  className={styles.link}
                  aria-current={pathname === to ? 'page' : undefined}
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.tools} data-bare={bare}>
          {signedIn && search}
          {theme ? <ThemeToggle store={theme} /> : <span className={styles.toolPlace} />}
          {state.status === 'signed-in' && (
            <AccountButton user={state.user} Link={Link} onSignOut={onSignOut} />
          )}
          {state.status === 'signed-out' && environment !== 'production' && (
            <Link
              to={redirect === null ? '/login' : signInPath(redirect)}
              className={styles.logIn}
              aria-current={pathname === '/login' ? 'page' : undefined}
            >
              Log in
            </Link>
          )}
          <button
            type="button"
            className={styles.sheetButton}
            aria-expanded={sheet.isOpen}
            aria-controls={sheetId}
            onClick={sheet.toggle}
          >
            <Drawing shape={sheet.isOpen ? iconShapes.x : iconShapes.menu} size={20} />
            <span>Menu</span>
          </button>
        </div>
      </div>
    </header>
  );
}

/** Signed-in users see their own links before the product's public ones. */
const ownFirst = (nav: readonly RemoteNavLink[]): RemoteNavLink[] =>
  [...nav].sort(
    (one, other) => Number(other.show === 'signed-in') - Number(one.show === 'signed-in'),
  );

/** Sheet with navigation links on phones; closes on navigation, on Escape and on a press outside. */
function useSheet(id: string, pathname: string) {
  const [openOn, setOpenOn] = useState<string>();
  const isOpen = openOn === pathname;

  useEffect(() => {
    if (!isOpen) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpenOn(undefined);
    };
    // The sheet's own button toggles it.
    const own = `[id="${id}"],[aria-controls="${id}"]`;
    const stopListening = onOutsidePress(
      (target) => target instanceof Element && target.closest(own) !== null,
      () => setOpenOn(undefined),
    );
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      stopListening();
    };
  }, [id, isOpen]);

  return {
    isOpen,
    close: () => setOpenOn(undefined),
    toggle: () => setOpenOn(isOpen ? undefined : pathname),
  };
}
