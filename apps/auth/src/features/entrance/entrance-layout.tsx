import type { ReactNode } from 'react';
import { brand } from '@tomekeeper/ui/brand';
import { Frontispiece } from './frontispiece';
import styles from './entrance-layout.module.css';

export interface EntranceLayoutProps {
  title: string;
  lede?: ReactNode;
  children: ReactNode;
  /** Ways to the other entrance pages. */
  footer?: ReactNode;
}

/** The frame of the pages in front of the product: a form, and beside it what it opens. */
export function EntranceLayout({ title, lede, children, footer }: EntranceLayoutProps) {
  return (
    <div className={styles.layout}>
      <div className={styles.entrance}>
        <h1 className={styles.title}>
          <span className={styles.product}>{brand.name}</span> {title}
        </h1>
        {lede && <p className={styles.lede}>{lede}</p>}
        <div className={styles.body}>{children}</div>
        {footer && <div className={styles.footer}>{footer}</div>}
      </div>
      <Frontispiece />
    </div>
  );
}
