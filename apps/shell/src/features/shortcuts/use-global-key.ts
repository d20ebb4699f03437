import { useEffect, useRef } from 'react';

/**
 * Calls `press` for a key anywhere except in modal dialogs. Shortcuts that a page handles itself take precedence.
 * @param isKey whether an event is the shortcut
 */
export function useGlobalKey(isKey: (event: KeyboardEvent) => boolean, press: () => void): void {
  const latest = useRef({ isKey, press });
  useEffect(() => {
    latest.current = { isKey, press };
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat) return;
      if (!latest.current.isKey(event)) return;
      // A modal dialog is open.
      if (document.querySelector('[aria-modal="true"]')) return;
      event.preventDefault();
      latest.current.press();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
