import { useId, type ReactNode, type Ref } from 'react';
import styles from './section.module.css';

export interface SectionProps {
  title: string;
  /** One or two sentences below the heading. */
  intro?: ReactNode;
  /** Buttons for the whole section. */
  actions?: ReactNode;
  children?: ReactNode;
  id?: string;
  ref?: Ref<HTMLElement>;
}

/** Page section with an `h2`, such as 'Players' or 'Documents'. */
export function Section({ title, intro, actions, children, id, ref }: SectionProps) {
  const headingId = useId();
  return (
    <section className={styles.section} aria-labelledby={headingId} id={id} ref={ref}>
      <div className={styles.top}>
        <h2 className={styles.title} id={headingId}>
          {title}
        </h2>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {intro && <div className={styles.intro}>{intro}</div>}
      <div className={styles.body}>{children}</div>
    </section>
  );
}
