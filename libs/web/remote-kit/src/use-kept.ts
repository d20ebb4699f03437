import { useState } from 'react';
import { readKept, writeKept } from './kept-store';
import { useShell } from './shell-context';

/**
 * Text state per history entry, such as a list filter: going back, forward and reloading restore it. A new visit starts empty.
 */
export function useKept(name: string): [string, (text: string) => void] {
  const { key } = useShell().routing.useLocation();
  const place = `${key} ${name}`;
  const [text, setText] = useState(() => readKept(place));
  return [
    text,
    (next) => {
      setText(next);
      writeKept(place, next);
    },
  ];
}
