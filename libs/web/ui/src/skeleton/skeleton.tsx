import { classNames } from '../class-names';
import styles from './skeleton.module.css';

export interface SkeletonProps {
  /** Loading text such as 'Loading campaigns…'; visible and announced. */
  label: string;
  /** Shape of the expected content, to avoid layout shifts. */
  shape?: 'lines' | 'rows' | 'cards';
  count?: number;
}

/** Loading placeholder. Not animated: motion is reserved for actual progress. */
export function Skeleton({ label, shape = 'lines', count = 3 }: SkeletonProps) {
  return (
    <div className={styles.skeleton} role="status" data-skeleton="">
      <p className={styles.label}>{label}</p>
      <div className={classNames(styles.shapes, styles[shape])} aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          <span className={styles.block} key={index} />
        ))}
      </div>
    </div>
  );
}
