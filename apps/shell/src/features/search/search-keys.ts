import { useEffect, useRef } from 'react';
import { isApple, isTextField } from '../shortcuts/shortcut-keys';

/** ⌘K or Ctrl+K anywhere, and `/` outside text fields. Shortcuts that a page handles itself take precedence. */
export function useSearchKeys(press: () => void): void {
  const latest = useRef(press);
  useEffect(() => {
    latest.current = press;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat) return;
      if (!(isChord(event) || (isSlash(event) && !isTextField(event.target)))) return;
      // A modal dialog is open.
      if (document.querySelector('[aria-modal="true"]')) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

/** On macOS, Ctrl+K deletes to the end of the line and stays native. */
const isChord = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'k' &&
  !event.altKey &&
  !event.shiftKey &&
  (isApple() ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey);

const isSlash = (event: KeyboardEvent): boolean =>
  event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey;
