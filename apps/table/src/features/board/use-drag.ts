import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';

/** Pixels that the pointer moves before a press becomes a drag. */
const THRESHOLD = 5;
/** Distance from the window's edge at which the page scrolls, and its speed in pixels per frame. */
const EDGE = 72;
const SPEED = 12;

interface Drag {
  id: string;
  /** Position among the other rows. */
  to: number;
}

/**
 * Drags rows, marked by `data-item`, along a list by mouse, pen or touch. Escape cancels. Rows stay in place until the drop, so that
 * nothing moves under the pointer.
 */
export function useDrag(
  list: RefObject<HTMLElement | null>,
  onDrop: (id: string, to: number) => void,
): { drag: Drag | undefined; start: (event: PointerEvent, id: string) => void } {
  const [drag, setDrag] = useState<Drag>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const start = (event: PointerEvent, id: string) => {
    if (event.button !== 0 || running.current) return;
    const begin = event.clientY;
    let y = begin;
    let current: Drag | undefined;
    const controller = new AbortController();
    running.current = controller;
    const end = (isDropped: boolean) => {
      controller.abort();
      running.current = undefined;
      setDrag(undefined);
      if (isDropped && current) onDrop(current.id, current.to);
    };
    const update = () => {
      const rows = Array.from(list.current?.querySelectorAll<HTMLElement>('[data-item]') ?? []);
      const above = rows.filter(({ dataset }) => dataset['item'] !== id).filter(isAbove(y));
      if (current?.to === above.length) return;
      current = { id, to: above.length };
      setDrag(current);
    };
    const scroll = () => {
      if (controller.signal.aborted) return;
      const by = y < EDGE ? -SPEED : y > window.innerHeight - EDGE ? SPEED : 0;
      if (current && by !== 0) {
        window.scrollBy(0, by);
        update();
      }
      requestAnimationFrame(scroll);
    };
    requestAnimationFrame(scroll);
    const { signal } = controller;
    const of = (pointer: globalThis.PointerEvent) => pointer.pointerId === event.pointerId;
    window.addEventListener(
      'pointermove',
      (pointer) => {
        if (!of(pointer)) return;
        y = pointer.clientY;
        if (current || Math.abs(y - begin) > THRESHOLD) update();
      },
      { signal },
    );
    window.addEventListener('pointerup', (pointer) => of(pointer) && end(true), { signal });
    window.addEventListener('pointercancel', (pointer) => of(pointer) && end(false), { signal });
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), { signal });
  };
  return { drag, start };
}

/** Whether the middle of a row is above a height in the window. */
const isAbove = (y: number) => (row: HTMLElement) => {
  const { top, height } = row.getBoundingClientRect();
  return top + height / 2 < y;
};
