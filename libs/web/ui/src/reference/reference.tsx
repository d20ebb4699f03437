import styles from './reference.module.css';

/** Correlation id that users quote in support requests. */
export function Reference({ id }: { id: string | null | undefined }) {
  if (!id) return null;
  return (
    <p className={styles.reference}>
      Reference: <code>{id}</code>
    </p>
  );
}
