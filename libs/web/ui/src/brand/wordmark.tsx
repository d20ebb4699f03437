import { brand } from './brand';
import { Logo } from './logo';
import styles from './wordmark.module.css';

export interface WordmarkProps {
  size?: 'medium' | 'large';
}

/** Logo with the product name. */
export function Wordmark({ size = 'medium' }: WordmarkProps) {
  return (
    <span className={size === 'large' ? styles.large : styles.medium}>
      <Logo size={size === 'large' ? 40 : 24} decorative />
      <span>{brand.name}</span>
    </span>
  );
}
