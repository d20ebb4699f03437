import { useEffect, useRef } from 'react';

const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/** What people call the keys that look for things. */
export const searchKeys = (): { shown: string; said: string } =>
  isApple() ? { shown: '⌘K', said: 'Meta+K' } : { shown: 'Ctrl K', said: 'Control+K' };

/** ⌘K or Ctrl+K anywhere, and `/` where nothing is being written. What a page does by these keys itself goes before. */
export function useSearchKeys(press: () => void): void {
  const latest = useRef(press);
  useEffect(() => {
    latest.current = press;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat) return;
      if (!(isChord(event) || (isSlash(event) && !isWritten(event.target)))) return;
      // A question that must be answered first.
      if (document.querySelector('[aria-modal="true"]')) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

/** On a Mac, Ctrl+K cuts the rest of a line. */
const isChord = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'k' &&
  !event.altKey &&
  !event.shiftKey &&
  (isApple() ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey);

const isSlash = (event: KeyboardEvent): boolean =>
  event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey;

const isWritten = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    (target.matches('input, textarea, select') &&
      !target.matches('[type=checkbox], [type=radio], [type=button]')));
