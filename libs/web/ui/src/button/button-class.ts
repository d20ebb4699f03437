import { classNames } from '../class-names';
import styles from './button.module.css';

export interface ButtonLook {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'medium' | 'small';
  /** Fills the container's width. */
  wide?: boolean;
}

/** Button styles for other elements, such as links: `<Link className={buttonClass()}>`. */
export function buttonClass({ variant = 'primary', size = 'medium', wide }: ButtonLook = {}) {
  return classNames(
    styles.button,
    styles[variant],
    size === 'small' && styles.small,
    wide && styles.wide,
  );
}
