import type { KeyboardEvent } from 'react';

const ROW = '[data-row]';
const STOPS = ':is(a[href], button, input):not(:disabled)';
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
const STEPS_ASIDE: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/**
 * Moves the focus in a list whose rows have `data-row`: up, down, Home and End to the same control of another row, left and right
 * to another control of the row. In a grid, left and right on a name (`data-name`) move to the neighbors. Controls that the arrow
 * keys reach need no place in the tab order.
 * @returns the indexes of the previous and the new row, among the rows with controls, if the row changed
 */
export function moveRowFocus(
  event: KeyboardEvent<HTMLElement>,
  isGrid = false,
): { from: number; to: number } | undefined {
  const target = event.target as HTMLElement;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const rows = Array.from(event.currentTarget.querySelectorAll<HTMLElement>(ROW)).filter(
    (row) => stopsOf(row).length > 0,
  );
  const from = rows.findIndex((row) => row.contains(target));
  const stops = stopsOf(rows[from]);
  const stop = stops.indexOf(target);
  if (stop < 0) return undefined;
  const isAmongCards = isGrid && target.closest('[data-name]') !== null;
  const aside = STEPS_ASIDE[event.key];
  if (aside !== undefined && !isAmongCards) {
    focus(event, stops[stop + aside]);
    return undefined;
  }
  const step = STEPS[event.key] ?? 0;
  const next =
    isGrid && aside === undefined ? acrossLines(rows, from, step) : from + (aside ?? step);
  const to = event.key === 'Home' ? 0 : event.key === 'End' ? rows.length - 1 : next;
  if (to === from) return undefined;
  const others = stopsOf(rows[to]);
  return focus(event, others[Math.min(stop, others.length - 1)]) ? { from, to } : undefined;
}

function focus(event: KeyboardEvent<HTMLElement>, stop: HTMLElement | undefined): boolean {
  if (!stop) return false;
  event.preventDefault();
  stop.focus();
  return true;
}

/** Controls of a row without the items of an open menu. */
const stopsOf = (row: HTMLElement | undefined): HTMLElement[] =>
  Array.from(row?.querySelectorAll<HTMLElement>(STOPS) ?? []).filter(
    (stop) => !stop.closest('[role="menu"]'),
  );

/**
 * Index of the nearest card in the next line of a grid, which may have sections; the same index in the last
 * line.
 */
function acrossLines(rows: readonly Element[], from: number, step: number): number {
  const boxes = rows.map((row) => row.getBoundingClientRect());
  const here = boxes[from];
  if (!here || step === 0) return from;
  const ahead = boxes.flatMap(({ top, left }, at) =>
    (top - here.top) * step > 0 ? [{ top, at, aside: Math.abs(left - here.left) }] : [],
  );
  const line = step > 0 ? ahead.at(0)?.top : ahead.at(-1)?.top;
  const [nearest] = ahead
    .filter(({ top }) => top === line)
    .toSorted((one, other) => one.aside - other.aside);
  return nearest?.at ?? from;
}
