import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names';
import styles from './menu.module.css';

/** Styles of an item, for links: `<Link role="menuitem" tabIndex={-1} className={menuItemClass}>`. */
export const menuItemClass = styles.item ?? '';

export interface MenuItemProps extends Omit<ComponentProps<'button'>, 'type' | 'role'> {
  icon?: ReactNode;
  /** For irreversible actions. */
  danger?: boolean;
  /** For items that are switched on and off. */
  checked?: boolean;
}

/** Menu action. A press also closes the menu. */
export function MenuItem({ icon, danger, checked, className, children, ...rest }: MenuItemProps) {
  return (
    <button
      {...rest}
      type="button"
      role={checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
      aria-checked={checked}
      tabIndex={-1}
      className={classNames(menuItemClass, danger && styles.danger, className)}
    >
      {icon}
      {children}
    </button>
  );
}
