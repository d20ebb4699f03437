import { useSyncExternalStore } from 'react';
import { ToastViewport } from '@tomekeeper/ui/toast';
import { VisuallyHidden } from '@tomekeeper/ui/visually-hidden';
import type { ToastStore } from './toast-store';

/** Toasts, and the live region for announcements. */
export function Toasts({ store }: { store: ToastStore }) {
  const toasts = useSyncExternalStore(store.subscribe, store.toasts);
  const { text, count } = useSyncExternalStore(store.subscribe, store.announcement);
  return (
    <>
      <ToastViewport toasts={toasts} onDismiss={store.dismiss} />
      <VisuallyHidden>
        <span role="status" aria-live="polite">
          {/* New element each time, so that screen readers repeat an identical sentence. */}
          <span key={count}>{text}</span>
        </span>
      </VisuallyHidden>
    </>
  );
}
