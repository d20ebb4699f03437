import type { ReactNode } from 'react';
import styles from './prose.module.css';

export interface ProseProps {
  children: ReactNode;
}

/** Running text: headings, paragraphs and lists at reading width with the rhythm of a book. */
export function Prose({ children }: ProseProps) {
  return <div className={styles.prose}>{children}</div>;
}
