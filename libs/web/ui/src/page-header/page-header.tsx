import type { ReactNode } from 'react';
import styles from './page-header.module.css';

export interface PageHeadingProps {
  title: string;
  /** A small line above the title, part of the heading: what is done here with the thing that the title names. */
  eyebrow?: string | undefined;
}

export interface PageHeaderProps extends PageHeadingProps {
  lede?: ReactNode;
  actions?: ReactNode;
}

/** The only first heading of a page. */
export function PageHeading({ title, eyebrow }: PageHeadingProps) {
  return (
    <h1>
      {eyebrow && <span className={styles.eyebrow}>{eyebrow} </span>}
      {title}
    </h1>
  );
}

/** The top of a page: its only first heading, what the page is for, what can be done with it. */
export function PageHeader({ title, eyebrow, lede, actions }: PageHeaderProps) {
  return (
    <div className={styles.header}>
      <div className={styles.top}>
        <div className={styles.words}>
          <PageHeading title={title} eyebrow={eyebrow} />
          {lede && <div className={styles.lede}>{lede}</div>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  );
}
