import styles from './upload-tray.module.css';

/** Progress bar without animation, so that it always matches the percentage. */
export function Bar({ label, percent }: { label: string; percent: number }) {
  return (
    <div
      className={styles.track}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={`${percent}%`}
    >
      <div className={styles.bar} style={{ transform: `scaleX(${percent / 100})` }} />
    </div>
  );
}
