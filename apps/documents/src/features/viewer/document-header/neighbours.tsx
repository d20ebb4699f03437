import { useShell, useViewAs } from '@tomekeeper/remote-kit';
import { Drawing, iconShapes } from '@tomekeeper/ui/icon';
import { titleOf, type Document } from '../../documents-api/documents-api';
import { viewerPath } from '../../documents-api/viewer-path';
import { arrowRight } from '../viewer-shapes';
import styles from '../viewer.module.css';

interface NeighboursProps {
  newer: Document | undefined;
  older: Document | undefined;
}

/** Links to the next newer and older document in the list. */
export function Neighbours({ newer, older }: NeighboursProps) {
  const { Link } = useShell().routing;
  const viewAs = useViewAs();
  if (!newer && !older) return null;
  return (
    <nav className={styles.neighbours} aria-label="Other documents">
      {newer && (
        <Link className={styles.neighbour} to={viewerPath(newer, viewAs)} rel="prev">
          <Drawing shape={iconShapes.arrowLeft} />
          <span className={styles.direction}>Previous</span>
          <span className={styles.name}>{titleOf(newer)}</span>
        </Link>
      )}
      {older && (
        <Link
          className={`${styles.neighbour} ${styles.next}`}
          to={viewerPath(older, viewAs)}
          rel="next"
        >
          <span className={styles.direction}>Next</span>
          <Drawing shape={arrowRight} />
          <span className={styles.name}>{titleOf(older)}</span>
        </Link>
      )}
    </nav>
  );
}
