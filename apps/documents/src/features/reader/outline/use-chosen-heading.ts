import { useEffect, useState } from 'react';

const SCROLL_KEYS = ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', ' '];

/**
 * Heading chosen in the outline, until the user scrolls. At the end of a text a heading cannot reach the top of the window, where
 * the reading position is.
 */
export function useChosenHeading() {
  const [chosen, choose] = useState<string>();
  useEffect(() => {
    if (chosen === undefined) return undefined;
    const clear = () => choose(undefined);
    const press = ({ key }: KeyboardEvent) => SCROLL_KEYS.includes(key) && clear();
    // The target of a press on the window's scrollbar is the root element.
    const grab = ({ target }: Event) => target === document.documentElement && clear();
    window.addEventListener('wheel', clear, { passive: true });
    window.addEventListener('touchmove', clear, { passive: true });
    window.addEventListener('keydown', press);
    window.addEventListener('pointerdown', grab);
    return () => {
      window.removeEventListener('wheel', clear);
      window.removeEventListener('touchmove', clear);
      window.removeEventListener('keydown', press);
      window.removeEventListener('pointerdown', grab);
    };
  }, [chosen]);
  return [chosen, choose] as const;
}
