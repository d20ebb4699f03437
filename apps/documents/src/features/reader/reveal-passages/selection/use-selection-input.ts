import { useEffect, useEffectEvent, useRef } from 'react';
import { isPressed } from '@tomekeeper/ui/shortcuts';
import { READER_SHORTCUTS } from '../../../shortcuts/shortcuts';
import type { PassageSelection } from './passage-selection';
import type { ReaderParts } from '../../revealing-context';
import type { Selecting } from './use-selecting';

interface Options {
  parts: ReaderParts;
  selection: PassageSelection;
  selecting: Selecting;
  /** Reveals or hides the selected passages. */
  onToggle: () => void;
}

/** Keys that follow another key within this time are stray typing, and must neither select nor reveal. */
const TYPING_MS = 1_000;

const TYPED_INTO = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]';
/** Single-letter shortcuts. */
const KEYS: ReadonlySet<string> = new Set([
  ...READER_SHORTCUTS.reveal.keys,
  ...READER_SHORTCUTS.select.keys,
  ' ',
]);
const LEFT_ALONE = `${TYPED_INTO}, button, [role="button"], [data-thumb]`;

/**
 * Selection by keyboard, by the handles next to the passages, and by taps on the text in selection mode. Without a selection or
 * keyboard focus on a passage, the browser handles all input.
 */
export function useSelectionInput({ parts, selection, selecting, onToggle }: Options): void {
  const { root, column, store, total } = parts;
  /** Whether the focus arrived by keyboard. */
  const isKeyed = useRef(false);
  const isPointing = useRef(false);
  /** Time of the last key that is no shortcut. */
  const typedAt = useRef(Number.NEGATIVE_INFINITY);
  const drag = useRef<{ at: number; isMoved: boolean }>(undefined);

  const focusRow = (at: number) => {
    if (at < 0 || at >= total) return;
    const row = root.current?.querySelector<HTMLElement>(`[data-at="${at}"]`);
    if (!row) {
      column.current?.goTo(at, { focus: true });
      return;
    }
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: 'nearest' });
  };
  const toggleAt = (at: number, extend: boolean) => {
    const passage = store.passageAt(at);
    if (passage) selecting.select(passage, at, extend);
  };

  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event;
    if (event.defaultPrevented || !(target instanceof Element)) return;
    if (target.closest(TYPED_INTO)) return;
    const isHere = target === document.body || root.current?.contains(target) === true;
    if (!isHere) return;
    const row = target.closest<HTMLElement>('[data-passage]') ?? undefined;
    const isRow = row === target;
    const isOn = !selection.isEmpty || selection.current().isPressing;
    const isOurs = isOn || (isKeyed.current && row !== undefined);
    const at = Number(row?.dataset['at']);
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    const take = (act: () => void) => {
      event.preventDefault();
      act();
    };
    const isTyping = event.timeStamp - typedAt.current < TYPING_MS;
    if (isPlain && key.length === 1 && (isTyping || !KEYS.has(key)))
      typedAt.current = event.timeStamp;
    if (isPressed(event, READER_SHORTCUTS.clear) && isOn) take(() => selection.clear());
    else if (isPressed(event, READER_SHORTCUTS.all) && isOurs) take(selecting.selectAll);
    else if (!isPlain || !isOurs) return;
    else if (isTyping && KEYS.has(key)) return;
    else if (isPressed(event, READER_SHORTCUTS.reveal) && !selection.isEmpty) take(onToggle);
    else if (row && (isPressed(event, READER_SHORTCUTS.select) || (key === ' ' && isRow)))
      take(() => toggleAt(at, event.shiftKey));
    else if (isRow && (key === 'ArrowDown' || key === 'ArrowUp')) {
      const next = at + (key === 'ArrowDown' ? 1 : -1);
      if (next < 0 || next >= total) return;
      if (event.shiftKey)
        take(() => {
          if (selection.isEmpty) toggleAt(at, false);
          selecting.extendTo(next);
          focusRow(next);
        });
      else if (isOn) take(() => focusRow(next));
    }
  });

  const rowAt = (x: number, y: number) =>
    document.elementFromPoint?.(x, y)?.closest<HTMLElement>('[data-at]') ?? undefined;
  const point = useEffectEvent((event: PointerEvent) => {
    isPointing.current = true;
    drag.current = undefined;
    const handle = event.target instanceof Element && event.target.closest('[data-handle]');
    if (!handle || event.pointerType === 'touch' || event.button !== 0 || event.shiftKey) return;
    const row = handle.closest<HTMLElement>('[data-at]');
    if (row) drag.current = { at: Number(row.dataset['at']), isMoved: false };
  });
  const move = useEffectEvent((event: PointerEvent) => {
    const from = drag.current;
    if (!from) return;
    const row = rowAt(event.clientX, event.clientY);
    const at = Number(row?.dataset['at'] ?? Number.NaN);
    if (Number.isNaN(at) || (at === from.at && !from.isMoved)) return;
    if (!from.isMoved) {
      from.isMoved = true;
      const first = store.passageAt(from.at);
      if (first) selection.add([first], from.at);
      window.getSelection()?.removeAllRanges();
    }
    selecting.extendTo(at);
  });
  const click = useEffectEvent((event: MouseEvent) => {
    const { target } = event;
    if (!(target instanceof Element)) return;
    const row = target.closest<HTMLElement>('[data-passage]');
    if (!row) return;
    const take = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    const at = Number(row.dataset['at']);
    if (target.closest('[data-handle]')) {
      take();
      // Ignores the click that ends a drag.
      if (drag.current?.isMoved) drag.current = undefined;
      else toggleAt(at, event.shiftKey);
      return;
    }
    const isMarking = window.getSelection()?.isCollapsed === false;
    if (!selection.current().isPressing || isMarking || target.closest(LEFT_ALONE)) return;
    take();
    toggleAt(at, event.shiftKey);
  });

  useEffect(() => {
    const box = root.current;
    if (!box) return undefined;
    const ended = new AbortController();
    const { signal } = ended;
    const release = () => {
      isPointing.current = false;
      // A drag that ends outside the text fires no click.
      setTimeout(() => {
        drag.current = undefined;
      });
    };
    window.addEventListener('keydown', (event) => press(event), { signal });
    box.addEventListener('pointerdown', (event) => point(event), { signal });
    window.addEventListener('pointermove', (event) => move(event), { signal });
    window.addEventListener('pointerup', release, { signal });
    window.addEventListener('pointercancel', release, { signal });
    box.addEventListener('click', (event) => click(event), { signal, capture: true });
    box.addEventListener(
      'focusin',
      () => {
        isKeyed.current = !isPointing.current;
      },
      { signal },
    );
    return () => ended.abort();
  }, [root]);
}
