import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
} from 'react';

/** Minimum distance between a menu and the window's edge, in pixels. */
const EDGE = 8;

/** Product constant: delay before a menu opened by hover closes. */
const CLOSE_DELAY_MS = 300;

type Opened = 'by-hover' | 'by-press' | false;

/** Opens, closes and navigates a menu by mouse, touch and keyboard (WAI-ARIA menu button). */
export function useMenu({ openOnHover }: { openOnHover: boolean }) {
  const [opened, setOpened] = useState<Opened>(false);
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Item to focus once the list is in the DOM. */
  const focusNext = useRef<'first' | 'last' | null>(null);

  const items = () =>
    Array.from(
      list.current?.querySelectorAll<HTMLElement>('[role="menuitem"]:not(:disabled)') ?? [],
    );

  const close = (returnFocus: boolean) => {
    clearTimeout(closing.current);
    setOpened(false);
    if (returnFocus) trigger.current?.focus();
  };

  const open = (how: Exclude<Opened, false>, focus: 'first' | 'last' | null) => {
    clearTimeout(closing.current);
    focusNext.current = focus;
    setOpened(how);
    if (opened && focus)
      items()
        .at(focus === 'first' ? 0 : -1)
        ?.focus();
  };

  useLayoutEffect(() => {
    if (!opened || !list.current || !root.current) return;
    const { height } = list.current.getBoundingClientRect();
    const { top, bottom } = root.current.getBoundingClientRect();
    const roomBelow = window.innerHeight - bottom;
    list.current.dataset['side'] = height > roomBelow && top > roomBelow ? 'above' : 'below';
    list.current.style.translate = `${shiftInto(list.current.getBoundingClientRect())}px`;
  }, [opened]);

  useEffect(() => {
    if (!opened) return undefined;
    const all = Array.from(
      list.current?.querySelectorAll<HTMLElement>('[role="menuitem"]:not(:disabled)') ?? [],
    );
    if (focusNext.current) all.at(focusNext.current === 'first' ? 0 : -1)?.focus();
    focusNext.current = null;

    const pressOutside = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpened(false);
    };
    document.addEventListener('pointerdown', pressOutside);
    return () => document.removeEventListener('pointerdown', pressOutside);
  }, [opened]);

  useEffect(() => () => clearTimeout(closing.current), []);

  const move = (key: string): boolean => {
    const all = items();
    const at = all.findIndex((item) => item === document.activeElement);
    const target = destination(key, all, at);
    target?.focus();
    return target !== undefined;
  };

  return {
    isOpen: opened !== false,
    root: {
      ref: root,
      onPointerEnter: (event: PointerEvent) => {
        if (!openOnHover || event.pointerType === 'touch') return;
        clearTimeout(closing.current);
        // Leaves focus unchanged: hovering must not take it from a field.
        if (!opened) open('by-hover', null);
      },
      onPointerLeave: (event: PointerEvent) => {
        if (!openOnHover || event.pointerType === 'touch') return;
        clearTimeout(closing.current);
        closing.current = setTimeout(() => setOpened(false), CLOSE_DELAY_MS);
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Escape' && opened) {
          event.stopPropagation();
          close(true);
        }
      },
    },
    trigger: {
      ref: trigger,
      onClick: (event: { detail: number }) => {
        // A press on a menu opened by hover keeps it open; a keyboard press (detail 0) moves focus into it.
        if (opened === 'by-press') close(false);
        else open('by-press', event.detail === 0 ? 'first' : null);
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        open('by-press', event.key === 'ArrowDown' ? 'first' : 'last');
      },
    },
    list: {
      ref: list,
      onClick: (event: { target: EventTarget }) => {
        const item =
          event.target instanceof Element &&
          event.target.closest('[role="menuitem"]:not(:disabled)');
        // The item's own handler may have moved focus, for example into a dialog.
        if (item) close(item.contains(document.activeElement));
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Tab') setOpened(false);
        else if (!event.ctrlKey && !event.metaKey && !event.altKey && move(event.key))
          event.preventDefault();
      },
    },
  };
}

/** Horizontal offset that keeps a list within the window, whichever edge of its button it aligns with. */
function shiftInto({ left, right }: DOMRect): number {
  const end = document.documentElement.clientWidth - EDGE;
  return Math.max(EDGE - left, Math.min(0, end - right));
}

/** Item that a key moves to; a letter moves to the next item that starts with it. */
function destination(key: string, all: HTMLElement[], at: number): HTMLElement | undefined {
  if (key === 'ArrowDown') return all[(at + 1) % all.length];
  if (key === 'ArrowUp') return all.at(at <= 0 ? -1 : at - 1);
  if (key === 'Home') return all[0];
  if (key === 'End') return all.at(-1);
  if (key.length !== 1 || key === ' ') return undefined;
  const letter = key.toLowerCase();
  return [...all.slice(at + 1), ...all.slice(0, at + 1)].find((item) =>
    item.textContent?.trim().toLowerCase().startsWith(letter),
  );
}
