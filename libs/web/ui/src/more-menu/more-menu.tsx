import type { ReactNode } from 'react';
import { buttonClass } from '../button/button-class';
import { classNames } from '../class-names';
import { Drawing, iconShapes } from '../icon';
import { VisuallyHidden } from '../visually-hidden';
import { Menu } from '../menu';
import styles from './more-menu.module.css';

interface MoreMenuProps {
  /** Accessible name of the button. */
  label: string;
  /** Progress of a running action, for screen readers; the items should be disabled meanwhile. */
  busy?: string | false | undefined;
  /** -1 in lists in which arrow keys reach the button. */
  tabIndex?: number | undefined;
  children: ReactNode;
}

/** The "…" menu with the actions of a row, which stays mounted while an action runs, so that the focus is not lost. */
export function MoreMenu({ label, busy = false, tabIndex, children }: MoreMenuProps) {
  return (
    <>
      <Menu
        label={label}
        trigger={<Drawing shape={iconShapes.more} />}
        triggerClassName={classNames(buttonClass({ variant: 'quiet', size: 'small' }), styles.more)}
        triggerTabIndex={tabIndex}
      >
        {children}
      </Menu>
      {busy && (
        <VisuallyHidden>
          <span role="status">{busy}</span>
        </VisuallyHidden>
      )}
    </>
  );
}
