import { useState } from 'react';
import { readKept, writeKept } from './kept-store';
import { useShell } from './shell-context';

/**
 * Text of a page that a step back, a step forward and a reload bring back, such as what its list is
 * filtered by. Another visit of the page begins empty.
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
