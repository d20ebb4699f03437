import type { ImportItem, Review } from '../imports-api';
import { problemInWords } from '../import-words';
import styles from './review.module.css';

/** Files that the import leaves out or changes, with reason and advice. */
export function ProblemList({ review: { problems, counts } }: { review: Review }) {
  const left = counts.problems - problems.length;
  return (
    <>
      <p className={styles.intro}>
        The import leaves out these files, or adds them in another form.
      </p>
      <ul role="list" className={styles.list} aria-label="Problems">
        {problems.map((problem, at) => {
          const { reason, advice } = problemInWords(problem);
          return (
            <li key={at} className={styles.problem}>
              <p className={styles.path}>{problem.path}</p>
              <p>{reason}</p>
              <p className={styles.advice}>{advice}</p>
            </li>
          );
        })}
      </ul>
      {left > 0 && <p className={styles.intro}>and {left.toLocaleString('en')} more</p>}
    </>
  );
}

/** Notes with links that lead nowhere. */
export function UnresolvedList({ items }: { items: readonly ImportItem[] }) {
  return (
    <>
      <p className={styles.intro}>
        Some links lead to notes that are neither in this import nor in the campaign. The text of a
        link stays, and the link works once a note with its name exists.
      </p>
      <ul role="list" className={styles.list} aria-label="Unresolved links">
        {items.map(({ number, path, unresolved = [] }) => (
          <li key={number} className={styles.problem}>
            <p className={styles.path}>{path}</p>
            <p>{unresolved.join(', ')}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
