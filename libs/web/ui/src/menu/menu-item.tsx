import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names';
import styles from './menu.module.css';

/** The look of an item; for a link: `<Link role="menuitem" tabIndex={-1} className={menuItemClass}>`. */
export const menuItemClass = styles.item ?? '';

export interface MenuItemProps extends Omit<ComponentProps<'button'>, 'type' | 'role'> {
  icon?: ReactNode;
  /** For what can't be undone. */
  danger?: boolean;
}

/** One thing that can be done. The menu closes by itself when it is pressed. */
export function MenuItem({ icon, danger, className, children, ...rest }: MenuItemProps) {
  return (
    <button
      {...rest}
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={classNames(menuItemClass, danger && styles.danger, className)}
    >
      {icon}
      {children}
    </button>
  );
}
