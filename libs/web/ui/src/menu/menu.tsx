import { useId, type ReactNode } from 'react';
import { classNames } from '../class-names';
import { useMenu } from './use-menu';
import styles from './menu.module.css';

export interface MenuProps {
  /** Accessible name of the button. */
  label: string;
  /** Content of the button: an icon, an avatar or text. */
  trigger: ReactNode;
  /** Class of the button, to replace the round icon button style. */
  triggerClassName?: string;
  /** -1 in lists in which arrow keys reach the button. */
  triggerTabIndex?: number | undefined;
  /** Also opens on hover, and closes 300 ms after the pointer leaves. */
  openOnHover?: boolean;
  /** Edge of the button that the menu aligns with. */
  align?: 'start' | 'end';
  /** Opens above the button, for buttons at the lower edge. */
  opensAbove?: boolean;
  /** Items: `MenuItem`, or any element with role="menuitem", tabIndex -1 and `menuItemClass`. */
  children: ReactNode;
}

/** Button that opens a list of actions. */
export function Menu({
  label,
  trigger,
  triggerClassName,
  triggerTabIndex,
  openOnHover = false,
  align = 'end',
  opensAbove = false,
  children,
}: MenuProps) {
  const id = useId();
  const menu = useMenu({ openOnHover });
  return (
    <div className={styles.root} {...menu.root}>
      <button
        type="button"
        className={triggerClassName ?? styles.trigger}
        tabIndex={triggerTabIndex}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={menu.isOpen}
        aria-controls={menu.isOpen ? id : undefined}
        {...menu.trigger}
      >
        {trigger}
      </button>
      {menu.isOpen && (
        <div
          className={classNames(styles.list, align === 'end' ? styles.end : styles.start)}
          role="menu"
          data-side={opensAbove ? 'above' : undefined}
          id={id}
          aria-label={label}
          {...menu.list}
        >
          {children}
        </div>
      )}
    </div>
  );
}
