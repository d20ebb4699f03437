import { useId } from 'react';
import styles from './progress.module.css';

export interface ProgressProps {
  /** Description of the operation, such as 'Uploading map.pdf'. */
  label: string;
  /** 0 to 100; undefined while unknown. */
  percent?: number;
}

/** Progress bar with text; 'Starting…' while the percentage is unknown. */
export function Progress({ label, percent }: ProgressProps) {
  const id = useId();
  const known = percent === undefined ? undefined : Math.round(Math.min(100, Math.max(0, percent)));
  const words = known === undefined ? 'Starting…' : `${known}%`;
  return (
    <div className={styles.progress}>
      <div className={styles.words}>
        <span className={styles.label} id={id}>
          {label}
        </span>
        <span className={styles.percent}>{words}</span>
      </div>
      <div
        className={styles.track}
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={known}
        aria-valuetext={words}
      >
        <div
          className={known === undefined ? styles.starting : styles.bar}
          style={known === undefined ? undefined : { transform: `scaleX(${known / 100})` }}
        />
      </div>
    </div>
  );
}
