import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
} from 'react';
import { onOutsidePress } from '../outside-press';

/** Minimum distance between a menu and the window's edge, in pixels. */
const EDGE = 8;

const ITEMS = '[role^="menuitem"]:not(:disabled)';

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

  const items = () => Array.from(list.current?.querySelectorAll<HTMLElement>(ITEMS) ?? []);

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
    if (opened && list.current && root.current) placeList(list.current, root.current);
  }, [opened]);

  useEffect(() => {
    if (!opened) return undefined;
    const all = Array.from(list.current?.querySelectorAll<HTMLElement>(ITEMS) ?? []);
    if (focusNext.current) all.at(focusNext.current === 'first' ? 0 : -1)?.focus();
    focusNext.current = null;

    const stopListening =
      // A menu opened by hover closes when the pointer leaves, and no press is for it.
      opened === 'by-press' &&
      onOutsidePress(
        (target) => root.current?.contains(target) ?? false,
        () => {
          if (list.current?.contains(document.activeElement)) trigger.current?.focus();
          setOpened(false);
        },
      );
    // A list in a dialog does not move with the dialog's content.
    const scroll = ({ target }: Event) => {
      if (root.current?.closest('[role="dialog"]') && target !== list.current) setOpened(false);
    };
    document.addEventListener('scroll', scroll, true);
    return () => {
      if (stopListening) stopListening();
      document.removeEventListener('scroll', scroll, true);
    };
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
          // Prevents the close request of a dialog around the menu.
          event.preventDefault();
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
        const item = event.target instanceof Element && event.target.closest(ITEMS);
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

/** Opens a list upward if there is more room above its button, and lets it scroll if it is higher than the room. */
function placeList(list: HTMLElement, root: HTMLElement): void {
  const { height } = list.getBoundingClientRect();
  const { top, bottom, right } = root.getBoundingClientRect();
  const isInDialog = root.closest('[role="dialog"]') !== null;
  const roomBelow = window.innerHeight - bottom - (isInDialog ? 0 : dockHeight());
  const isAbove = list.dataset['side'] === 'above' || (height > roomBelow && top > roomBelow);
  list.dataset['side'] = isAbove ? 'above' : 'below';
  const room = (isAbove ? top : roomBelow) - 2 * EDGE;
  if (height > room) {
    list.style.maxHeight = `${room}px`;
    list.style.overflowY = 'auto';
  }
  // A dialog scrolls its content, which would clip the list.
  if (isInDialog) {
    const end = `${document.documentElement.clientWidth - right}px`;
    list.style.position = 'fixed';
    list.style.inset = isAbove
      ? `auto ${end} ${window.innerHeight - top}px auto`
      : `${bottom}px ${end} auto auto`;
  }
  list.style.translate = `${shiftInto(list.getBoundingClientRect())}px`;
}

/** Height of the bar at the lower edge, which covers lists of sticky toolbars. */
const dockHeight = (): number =>
  parseFloat(document.documentElement.style.getPropertyValue('--dock-height')) || 0;

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
