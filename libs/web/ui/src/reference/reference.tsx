import styles from './reference.module.css';

/** What a person reads out when they ask for help: it leads to the lines of the log. */
export function Reference({ id }: { id: string | null | undefined }) {
  if (!id) return null;
  return (
    <p className={styles.reference}>
      Reference: <code>{id}</code>
    </p>
  );
}
