import { useSyncExternalStore } from 'react';

/** Widest screen on which rows have a single menu instead of buttons. */
export const PHONE = '(max-width: 40rem)';

/** Whether a media query matches. @param fallback result in environments without media queries */
export function useMediaQuery(query: string, fallback = false): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia?.(query);
      media?.addEventListener('change', listener);
      return () => media?.removeEventListener('change', listener);
    },
    () => window.matchMedia?.(query).matches ?? fallback,
  );
}
