import type { KeyboardEvent } from 'react';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
/** In a grid the other two go to the neighbours, and these to the row below and above. */
const STEPS_ASIDE: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };
/** What of a row the focus goes through with the arrow keys. */
const STOPS = ['[data-name] > :is(a, button)', 'input[type=checkbox]'];

/**
 * Moves the focus with the arrow keys from row to row of a list, from name to name or from box to box.
 * @returns the rows it left and reached
 */
export function moveFocus(
  event: KeyboardEvent<HTMLElement>,
): { from: number; to: number } | undefined {
  const rows = Array.from(event.currentTarget.children);
  const step = stepIn(event.currentTarget, rows, event.key);
  const target = event.target as HTMLElement;
  const stop = STOPS.find((selector) => target.matches(selector));
  if (step === undefined || !stop || event.ctrlKey || event.metaKey || event.altKey)
    return undefined;
  const from = rows.findIndex((row) => row.contains(target));
  const next = rows[from + step]?.querySelector<HTMLElement>(stop);
  if (!next) return undefined;
  event.preventDefault();
  next.focus();
  return { from, to: from + step };
}

function stepIn(list: HTMLElement, rows: Element[], key: string): number | undefined {
  const step = STEPS[key];
  if (list.dataset['layout'] !== 'grid') return step;
  return step === undefined ? STEPS_ASIDE[key] : step * columnsOf(rows);
}

/** As many as stand at the height of the first. */
function columnsOf(rows: readonly Element[]): number {
  const topOf = (row: Element | undefined) => row?.getBoundingClientRect().top;
  const first = topOf(rows[0]);
  const next = rows.findIndex((row) => topOf(row) !== first);
  return next > 0 ? next : 1;
}
