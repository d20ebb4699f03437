import { useId, type ReactNode } from 'react';
import { classNames } from '../class-names';
import { useMenu } from './use-menu';
import styles from './menu.module.css';

export interface MenuProps {
  /** Accessible name of the button. */
  label: string;
  /** What the button shows: an icon, an avatar, words. */
  trigger: ReactNode;
  /** Class of the button, when it shall not look like a round icon button. */
  triggerClassName?: string;
  /** Opens under the mouse too, and closes 300 ms after it has left. */
  openOnHover?: boolean;
  /** Which edge of the button it lines up with. */
  align?: 'start' | 'end';
  /** Items: `MenuItem`, or any element with role="menuitem", tabIndex -1 and `menuItemClass`. */
  children: ReactNode;
}

/** A button with a short list of things to do. */
export function Menu({
  label,
  trigger,
  triggerClassName,
  openOnHover = false,
  align = 'end',
  children,
}: MenuProps) {
  const id = useId();
  const menu = useMenu({ openOnHover });
  return (
    <div className={styles.root} {...menu.root}>
      <button
        type="button"
        className={triggerClassName ?? styles.trigger}
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
