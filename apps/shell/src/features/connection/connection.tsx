import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { Toast } from '@tomekeeper/remote-kit';
import type { SessionStore } from '../session/session-store';
import styles from './connection.module.css';

interface Props {
  toast: (toast: Toast) => void;
  session: Pick<SessionStore, 'current' | 'retry'>;
}

/** Announces when the browser goes offline and online; pages refetch automatically on reconnect. */
export function Connection({ toast, session }: Props) {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  const wasOnline = useRef(isOnline);

  useEffect(() => {
    if (isOnline && !wasOnline.current) {
      toast({ message: 'You are online again.' });
      if (session.current().status === 'unavailable') session.retry();
    }
    wasOnline.current = isOnline;
  }, [isOnline, toast, session]);

  return (
    <div role="status" className={styles.place}>
      {!isOnline && (
        <p className={styles.words}>
          You are offline. What you have typed stays here; try again once the connection is back.
        </p>
      )}
    </div>
  );
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
