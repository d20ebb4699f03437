import { useState } from 'react';
import { Drawing, iconShapes } from '@tomekeeper/ui/icon';
import { isOverdue } from './coming-sessions';
import type { Session } from './sessions-api';
import styles from './session-state.module.css';

/** State of a session in words: running, closed, or for GMs that players do not see it yet. */
export function StateOf({ session }: { session: Session }) {
  const { state, number } = session;
  const [openedAt] = useState(Date.now);
  if (state === 'running') return <span className={styles.running}>Running</span>;
  if (state === 'closed') return <span className={styles.state}>Played</span>;
  if (number !== null)
    return (
      <span className={styles.state}>
        {isOverdue(session, openedAt) ? 'Date has passed' : 'Planned'}
      </span>
    );
  return (
    <span className={styles.state}>
      <Drawing shape={iconShapes.eyeOff} /> Not announced
    </span>
  );
}
