import { Drawing, iconShapes } from '@tomekeeper/ui/icon';
import { Menu, MenuItem, menuItemClass } from '@tomekeeper/ui/menu';
import type { SessionUser } from '@tomekeeper/remote-kit';
import type { AccountButtonProps } from './account-button';
import styles from './account-button.module.css';

/** Defined here because the UI library's icons are in the initial bundle and few users see this one. */
const gauge = <path d="M3.75 14.5a7 7 0 1 1 12.5 0M10 11l3-3.5" />;

/** Account menu of the signed-in user. */
export function AccountMenu({ user, Link, onSignOut }: AccountButtonProps) {
  const initials = user && initialsOf(user);
  return (
    <Menu
      // The accessible name starts with the visible initials, so that voice control can match them.
      label={user ? `${initials}, account menu of ${nameOf(user)}` : 'Account menu'}
      trigger={
        <span className={styles.avatar} aria-hidden="true">
          {initials || <Drawing shape={iconShapes.user} size={20} />}
        </span>
      }
      openOnHover
    >
      <Link to="/account" role="menuitem" tabIndex={-1} className={menuItemClass}>
        <Drawing shape={iconShapes.user} />
        Account
      </Link>
      {user?.groups?.includes('operators') && (
        <Link to="/operations" role="menuitem" tabIndex={-1} className={menuItemClass}>
          <Drawing shape={gauge} />
          Operations
        </Link>
      )}
      <MenuItem icon={<Drawing shape={iconShapes.logOut} />} onClick={onSignOut}>
        Log out
      </MenuItem>
    </Menu>
  );
}

const nameOf = ({ first_name: first, last_name: last, email }: SessionUser) =>
  [first, last].filter(Boolean).join(' ') || email;

/** Splits by code points, so that emoji stay intact. */
const initialsOf = ({ first_name: first, last_name: last, email }: SessionUser) =>
  (
    [first, last].map((name) => Array.from(name.trim())[0] ?? '').join('') ||
    (email[0] ?? '')
  ).toLocaleUpperCase();
