import { useEffect, useRef, type ReactNode } from 'react';
import styles from './toast.module.css';

/** Leads from anywhere on the page to the newest message's action: tabbing there takes longer than it stays. */
const ACTION_KEY = 'F8';

export interface ToastActionProps {
  label: string;
  /** What the press does; the message goes with it. */
  onPress: () => void;
}

/** The button of a message. Loaded with the first message that has one: no first page needs it. */
export function ToastAction({ label, onPress }: ToastActionProps): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  const cameFrom = useRef<EventTarget | null>(null);

  useEffect(() => {
    const goThere = ({ key }: KeyboardEvent) => {
      // Every message listens, and the newest is the last to be asked.
      if (key === ACTION_KEY) button.current?.focus();
    };
    window.addEventListener('keydown', goThere);
    return () => window.removeEventListener('keydown', goThere);
  }, []);

  const press = () => {
    // The message takes the focus with it, which returns to where it came from.
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
      <span className={styles.hint} aria-hidden="true">
        <kbd className={styles.key}>{ACTION_KEY}</kbd> goes here
      </span>
    </button>
  );
}
