import { useEffect, useEffectEvent } from 'react';

/** `/` looks in this text, and so do the browser's own keys where it could not see all of it. */
export function useFindKeys(open: () => void, insteadOfBrowser: boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey) return;
    const isTyping =
      event.target instanceof Element &&
      event.target.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null;
    const browsers = event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey);
    const slash = event.key === '/' && !event.ctrlKey && !event.metaKey && !isTyping;
    if (!(browsers && insteadOfBrowser) && !slash) return;
    // A second press in the field is for the browser's own.
    if (browsers && event.target instanceof Element && event.target.closest('[role="search"]'))
      return;
    event.preventDefault();
    open();
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, []);
}
