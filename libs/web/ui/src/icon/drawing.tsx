import type { ReactNode } from 'react';
import styles from './icon.module.css';

export interface DrawingProps {
  /** One of `iconShapes`. */
  shape: ReactNode;
  /** Edge length; defaults to the size of the surrounding text. */
  size?: number;
}

/** Decorative icon next to text that states its meaning. */
export function Drawing({ shape, size }: DrawingProps) {
  return (
    <svg
      className={styles.icon}
      viewBox="0 0 20 20"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {shape}
    </svg>
  );
}
