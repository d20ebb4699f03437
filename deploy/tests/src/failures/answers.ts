import { describeSeen } from './scene';
import { faultsOf, type Seen } from './visitor';

/** Prints what people saw of a failure, and expects that none of it was out of place. */
export function expectClearAnswers(
  failure: string,
  seen: readonly Seen[],
  options?: Parameters<typeof faultsOf>[1],
): void {
  process.stderr.write(`\n## ${failure}\n${describeSeen(seen)}\n`);
  expect(faultsOf(seen, options)).toEqual([]);
}

/** What of this action was seen, each status once. */
export const statusesOf = (
  seen: readonly Seen[],
  ...actions: readonly Seen['action'][]
): number[] => [
  ...new Set(seen.filter(({ action }) => actions.includes(action)).map(({ status }) => status)),
];

/** Whether that action has failed so often. */
export const failedTimes = (seen: readonly Seen[], action: Seen['action']): number =>
  seen.filter((one) => one.action === action && (one.status === 0 || one.status >= 500)).length;

export function note(what: string, began: number): void {
  process.stderr.write(`${what}: ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
}
