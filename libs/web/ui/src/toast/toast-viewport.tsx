import { lazy, Suspense, useEffect, useState } from 'react';
import { classNames } from '../class-names';
import { Drawing, iconShapes } from '../icon';
import { VisuallyHidden } from '../visually-hidden';
import styles from './toast.module.css';

export interface ToastMessage {
  id: string;
  message: string;
  tone?: 'neutral' | 'success' | 'error';
  action?: { label: string; run: () => void };
}

export interface ToastViewportProps {
  toasts: readonly ToastMessage[];
  onDismiss: (id: string) => void;
}

const SHOWN_MS = 6_000;
/** Time to read, decide and reach the button. */
const ACTION_SHOWN_MS = 10_000;
/** Error messages need more reading time. */
const ERROR_SHOWN_MS = 12_000;
/** Characters of a label. On phones, a longer one is below the message. */
const SHORT_LABEL = 12;

/** If the chunk fails to load, the toast appears without its button. */
const ToastAction = lazy(() =>
  import('./toast-action').then(
    (module) => ({ default: module.ToastAction }),
    () => ({ default: () => null }),
  ),
);

/** Container of toasts. Must be rendered from the start: screen readers announce only additions to an existing live region. */
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
  toast: { id, message, tone = 'neutral', action },
  onDismiss,
}: {
  toast: ToastMessage;
  onDismiss: (id: string) => void;
}) {
  const [pointedAt, setPointedAt] = useState(false);
  const [focused, setFocused] = useState(false);
  const held = pointedAt || focused;
  const shownMs = tone === 'error' ? ERROR_SHOWN_MS : action ? ACTION_SHOWN_MS : SHOWN_MS;

  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(() => onDismiss(id), shownMs);
    return () => clearTimeout(timer);
  }, [held, id, shownMs, onDismiss]);

  return (
    <li
      className={classNames(styles.toast, styles[tone])}
      {...(action && action.label.length > SHORT_LABEL && { 'data-action': 'below' })}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {tone !== 'neutral' && (
        <Drawing shape={tone === 'error' ? iconShapes.alert : iconShapes.check} />
      )}
      <p className={styles.message}>
        <span className={styles.words}>{message}</span>
      </p>
      {action && (
        <Suspense>
          <ToastAction
            label={action.label}
            onPress={() => {
              onDismiss(id);
              action.run();
            }}
          />
        </Suspense>
      )}
      <button type="button" className={styles.dismiss} onClick={() => onDismiss(id)}>
        <Drawing shape={iconShapes.x} />
        <VisuallyHidden>Dismiss</VisuallyHidden>
      </button>
    </li>
  );
}
