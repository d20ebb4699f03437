import { useEffect, useEffectEvent } from 'react';
import { isPressed } from '@tomekeeper/ui/shortcuts';
import { READER_SHORTCUTS } from '../../shortcuts/shortcuts';

/** Opens find with `/`, and with the browser's find shortcut if the text is virtualized and the browser would miss most of it. */
export function useFindKeys(open: () => void, insteadOfBrowser: boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    const isTyping =
      event.target instanceof Element &&
      event.target.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null;
    const browsers = isPressed(event, READER_SHORTCUTS.findInLong);
    const slash = isPressed(event, READER_SHORTCUTS.find) && !isTyping;
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
