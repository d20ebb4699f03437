import { useEffect, useEffectEvent } from 'react';

/** Opens find with `/`, and with the browser's find shortcut if the text is virtualized and the browser would miss most of it. */
export function useFindKeys(open: () => void, insteadOfBrowser: boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey) return;
    const isTyping =
      event.target instanceof Element &&
      event.target.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null;
    const browsers = event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey);
    const slash = event.key === '/' && !event.ctrlKey && !event.metaKey && !isTyping;
    if (!(browsers && insteadOfBrowser) && !slash) return;
    // A second press inside the find bar opens the browser's own find.
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
