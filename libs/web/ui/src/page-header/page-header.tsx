import type { ReactNode } from 'react';
import { VisuallyHidden } from '../visually-hidden';
import styles from './page-header.module.css';

export interface PageHeadingProps {
  title: string;
  /** Small line above the title and part of the heading: the action for the titled object. */
  eyebrow?: string | undefined;
  /** Whether the small line is only for screen readers. */
  isEyebrowHidden?: boolean;
}

export interface PageHeaderProps extends PageHeadingProps {
  intro?: ReactNode;
  actions?: ReactNode;
}

/** The page's only `h1`. */
export function PageHeading({ title, eyebrow, isEyebrowHidden = false }: PageHeadingProps) {
  return (
    <h1>
      {eyebrow &&
        (isEyebrowHidden ? (
          <VisuallyHidden>{eyebrow} </VisuallyHidden>
        ) : (
          <span className={styles.eyebrow}>{eyebrow} </span>
        ))}
      {title}
    </h1>
  );
}

/** Page header: the only `h1`, the page's purpose and its actions. */
export function PageHeader({ intro, actions, ...heading }: PageHeaderProps) {
  return (
    <div className={styles.header}>
      <div className={styles.top}>
        <div className={styles.words}>
          <PageHeading {...heading} />
          {intro && <div className={styles.intro}>{intro}</div>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  );
}
