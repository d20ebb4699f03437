import type { Toast } from '@tomekeeper/remote-kit';

export interface ShownToast extends Toast {
  id: string;
}

export interface ToastStore {
  toasts: () => readonly ShownToast[];
  announcement: () => { text: string; count: number };
  subscribe: (listener: () => void) => () => void;
  toast: (toast: Toast) => void;
  dismiss: (id: string) => void;
  announce: (text: string) => void;
  /** Removes toasts with actions, which the next user must neither see nor press. */
  dropActions: () => void;
}

/** Users do not read more toasts at once. */
const MAX_TOASTS = 3;

/** Store of toasts and screen reader announcements. */
export function createToastStore(): ToastStore {
  const listeners = new Set<() => void>();
  let toasts: readonly ShownToast[] = [];
  let announcement = { text: '', count: 0 };
  let count = 0;
  const changed = () => listeners.forEach((listener) => listener());
  return {
    toasts: () => toasts,
    announcement: () => announcement,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    toast(toast) {
      count += 1;
      toasts = [...toasts, { ...toast, id: String(count) }].slice(-MAX_TOASTS);
      changed();
    },
    dismiss(id) {
      toasts = toasts.filter((toast) => toast.id !== id);
      changed();
    },
    announce(text) {
      announcement = { text, count: announcement.count + 1 };
      changed();
    },
    dropActions() {
      toasts = toasts.filter(({ action }) => !action);
      changed();
    },
  };
}
