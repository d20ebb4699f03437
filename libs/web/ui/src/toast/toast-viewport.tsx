import { useEffect, useState } from 'react';
import { classNames } from '../class-names';
import { Drawing, iconShapes } from '../icon';
import { VisuallyHidden } from '../visually-hidden';
import styles from './toast.module.css';

export interface ToastMessage {
  id: string;
  message: string;
  tone?: 'neutral' | 'success' | 'error';
}

export interface ToastViewportProps {
  toasts: readonly ToastMessage[];
  onDismiss: (id: string) => void;
}

const SHOWN_MS = 6_000;
/** What went wrong takes longer to take in. */
const ERROR_SHOWN_MS = 12_000;

/**
 * Where short messages stand. It belongs on the page from the start: screen readers only notice
 * what is added to a live region that they already know.
 */
export function ToastViewport({ toasts, onDismiss }: ToastViewportProps) {
  return (
    <ol className={styles.viewport} role="list" aria-label="Messages" aria-live="polite">
      {toasts.map((toast) => (
        <ToastItem key={toast.id} toast={toast} onDismiss={onDismiss} />
      ))}
    </ol>
  );
}

function ToastItem({
  toast: { id, message, tone = 'neutral' },
  onDismiss,
}: {
  toast: ToastMessage;
  onDismiss: (id: string) => void;
}) {
  const [held, setHeld] = useState(false);

  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(() => onDismiss(id), tone === 'error' ? ERROR_SHOWN_MS : SHOWN_MS);
    return () => clearTimeout(timer);
  }, [held, id, tone, onDismiss]);

  return (
    <li
      className={classNames(styles.toast, styles[tone])}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {tone !== 'neutral' && (
        <Drawing shape={tone === 'error' ? iconShapes.alert : iconShapes.check} />
      )}
      <p className={styles.message}>{message}</p>
      <button type="button" className={styles.dismiss} onClick={() => onDismiss(id)}>
        <Drawing shape={iconShapes.x} />
        <VisuallyHidden>Dismiss</VisuallyHidden>
      </button>
    </li>
  );
}
