import { useSyncExternalStore } from 'react';
import { ToastViewport } from '@tomekeeper/ui/toast';
import { VisuallyHidden } from '@tomekeeper/ui/visually-hidden';
import type { ToastStore } from './toast-store';

/** Toasts, and the live region for what is only read out. */
export function Toasts({ store }: { store: ToastStore }) {
  const toasts = useSyncExternalStore(store.subscribe, store.toasts);
  const { text, count } = useSyncExternalStore(store.subscribe, store.announcement);
  return (
    <>
      <ToastViewport toasts={toasts} onDismiss={store.dismiss} />
      <VisuallyHidden>
        <span role="status" aria-live="polite">
          {/* A new element each time: the same sentence twice is read twice. */}
          <span key={count}>{text}</span>
        </span>
      </VisuallyHidden>
    </>
  );
}
