import type { ReactNode } from 'react';
import styles from './page-header.module.css';

export interface PageHeadingProps {
  title: string;
  /** Small line above the title and part of the heading: the action for the titled object. */
  eyebrow?: string | undefined;
}

export interface PageHeaderProps extends PageHeadingProps {
  lede?: ReactNode;
  actions?: ReactNode;
}

/** The page's only `h1`. */
export function PageHeading({ title, eyebrow }: PageHeadingProps) {
  return (
    <h1>
      {eyebrow && <span className={styles.eyebrow}>{eyebrow} </span>}
      {title}
    </h1>
  );
}

/** Page header: the only `h1`, the page's purpose and its actions. */
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
