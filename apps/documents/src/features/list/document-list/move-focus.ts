import type { KeyboardEvent } from 'react';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
/** In a grid, left and right move to neighbors, up and down to other rows. */
const STEPS_ASIDE: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };
/** Focusable elements of a row, in order. */
const STOPS = ['[data-name] > :is(a, button)', 'input[type=checkbox]'];

/**
 * Moves the focus between rows with the arrow keys, Home and End, from name to name or from checkbox to checkbox.
 * @returns the indexes of the previous and the new row
 */
export function moveFocus(
  event: KeyboardEvent<HTMLElement>,
): { from: number; to: number } | undefined {
  const rows = Array.from(event.currentTarget.children);
  const target = event.target as HTMLElement;
  const stop = STOPS.find((selector) => target.matches(selector));
  if (!stop || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const from = rows.findIndex((row) => row.contains(target));
  const to = destination(event.currentTarget, rows, from, event.key);
  const next = to === undefined ? undefined : rows[to]?.querySelector<HTMLElement>(stop);
  if (to === undefined || !next) return undefined;
  event.preventDefault();
  next.focus();
  return { from, to };
}

/** Index of the row that a key moves to; it may lie outside the list. */
function destination(
  list: HTMLElement,
  rows: Element[],
  from: number,
  key: string,
): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return rows.length - 1;
  const step = stepIn(list, rows, key);
  return step === undefined ? undefined : from + step;
}

function stepIn(list: HTMLElement, rows: Element[], key: string): number | undefined {
  const step = STEPS[key];
  if (list.dataset['layout'] !== 'grid') return step;
  return step === undefined ? STEPS_ASIDE[key] : step * columnsOf(rows);
}

/** Number of cards per row in the layout. */
function columnsOf(rows: readonly Element[]): number {
  const topOf = (row: Element | undefined) => row?.getBoundingClientRect().top;
  const first = topOf(rows[0]);
  const next = rows.findIndex((row) => topOf(row) !== first);
  return next > 0 ? next : 1;
}
