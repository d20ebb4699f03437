import { useId, type ReactNode } from 'react';
import { sectionId } from './account-index';
import styles from './account-section.module.css';

interface Props {
  title: string;
  intro?: ReactNode;
  children: ReactNode;
}

/** Section of the account page: description and, on wide screens next to it, the controls. */
export function AccountSection({ title, intro, children }: Props) {
  const headingId = useId();
  return (
    <section className={styles.section} id={sectionId(title)} aria-labelledby={headingId}>
      <div className={styles.about}>
        <h2 id={headingId}>{title}</h2>
        {intro && <p className={styles.intro}>{intro}</p>}
      </div>
      <div>{children}</div>
    </section>
  );
}
