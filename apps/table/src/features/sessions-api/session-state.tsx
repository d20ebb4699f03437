import { Drawing, iconShapes } from '@tomekeeper/ui/icon';
import type { Session } from './sessions-api';
import styles from './session-state.module.css';

/** State of a session in words: running, closed, or for GMs that players do not see it yet. */
export function StateOf({ session: { state, number } }: { session: Session }) {
  if (state === 'running') return <span className={styles.running}>Running</span>;
  if (state === 'closed') return <span className={styles.state}>Played</span>;
  if (number !== null) return <span className={styles.state}>Planned</span>;
  return (
    <span className={styles.state}>
      <Drawing shape={iconShapes.eyeOff} /> Not announced
    </span>
  );
}
