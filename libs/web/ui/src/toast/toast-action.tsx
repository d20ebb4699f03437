import { useEffect, useRef, type ReactNode } from 'react';
import { ACTION_KEY } from './action-key';
import styles from './toast.module.css';

export interface ToastActionProps {
  label: string;
  /** Runs the action; also dismisses the toast. */
  onPress: () => void;
}

/** Button of a toast. Loaded lazily, because no initial page needs it. */
export function ToastAction({ label, onPress }: ToastActionProps): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  const cameFrom = useRef<EventTarget | null>(null);

  useEffect(() => {
    const goThere = ({ key }: KeyboardEvent) => {
      // Every toast listens; the newest handles the key last and so receives focus.
      if (key === ACTION_KEY) button.current?.focus();
    };
    window.addEventListener('keydown', goThere);
    return () => window.removeEventListener('keydown', goThere);
  }, []);

  const press = () => {
    // Dismissing the toast removes the focused button, so focus returns to its origin.
    const from = cameFrom.current;
    if (from instanceof HTMLElement && from.isConnected) from.focus({ preventScroll: true });
    onPress();
  };

  return (
    <button
      ref={button}
      type="button"
      className={styles.action}
      aria-keyshortcuts={ACTION_KEY}
      onFocus={({ relatedTarget }) => {
        cameFrom.current = relatedTarget;
      }}
      onClick={press}
    >
      {label}
    </button>
  );
}
