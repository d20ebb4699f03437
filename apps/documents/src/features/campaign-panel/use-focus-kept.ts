import { useEffect, useRef, type RefObject } from 'react';

/**
 * When a row goes, the pressed button goes with it and the focus would fall out of the page's order.
 * It stays where the rows are instead.
 * @returns the ref for the place around the rows
 */
export function useFocusKept(rows: number | undefined): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(rows);
  useEffect(() => {
    const fewer = rows !== undefined && before.current !== undefined && rows < before.current;
    before.current = rows;
    if (fewer && document.activeElement === document.body) {
      place.current?.focus({ preventScroll: true });
    }
  }, [rows]);
  return place;
}
