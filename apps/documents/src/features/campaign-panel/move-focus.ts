import type { KeyboardEvent } from 'react';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
/** What of a row the focus goes through with the arrow keys. */
const STOPS = ['[data-name] > :is(a, button)', 'input[type=checkbox]'];

/**
 * Moves the focus with the arrow keys from row to row of a list, from name to name or from box to box.
 * @returns the rows it left and reached
 */
export function moveFocus(
  event: KeyboardEvent<HTMLElement>,
): { from: number; to: number } | undefined {
  const step = STEPS[event.key];
  const target = event.target as HTMLElement;
  const stop = STOPS.find((selector) => target.matches(selector));
  if (step === undefined || !stop || event.ctrlKey || event.metaKey || event.altKey)
    return undefined;
  const rows = Array.from(event.currentTarget.children);
  const from = rows.findIndex((row) => row.contains(target));
  const next = rows[from + step]?.querySelector<HTMLElement>(stop);
  if (!next) return undefined;
  event.preventDefault();
  next.focus();
  return { from, to: from + step };
}
