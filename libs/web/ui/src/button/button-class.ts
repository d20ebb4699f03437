import { classNames } from '../class-names';
import styles from './button.module.css';

export interface ButtonLook {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'medium' | 'small';
  /** As wide as its place. */
  wide?: boolean;
}

/** The look of a button for what is not one, such as a link: `<Link className={buttonClass()}>`. */
export function buttonClass({ variant = 'primary', size = 'medium', wide }: ButtonLook = {}) {
  return classNames(
    styles.button,
    styles[variant],
    size === 'small' && styles.small,
    wide && styles.wide,
  );
}
