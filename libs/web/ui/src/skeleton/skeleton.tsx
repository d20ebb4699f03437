import { classNames } from '../class-names';
import styles from './skeleton.module.css';

export interface SkeletonProps {
  /** What is loading, such as 'Loading campaigns…'; shown, and read out. */
  label: string;
  /** Shape of what will come, so that nothing jumps when it does. */
  shape?: 'lines' | 'rows' | 'cards';
  count?: number;
}

/** The place of something on its way. It stands still: movement is for what is happening. */
export function Skeleton({ label, shape = 'lines', count = 3 }: SkeletonProps) {
  return (
    <div className={styles.skeleton} role="status">
      <p className={styles.label}>{label}</p>
      <div className={classNames(styles.shapes, styles[shape])} aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          <span className={styles.block} key={index} />
        ))}
      </div>
    </div>
  );
}
