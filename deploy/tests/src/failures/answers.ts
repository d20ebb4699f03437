import { describeSeen } from './scene';
import { faultsOf, type Seen } from './visitor';

/** Prints the responses during a failure, and expects that all of them are acceptable. */
export function expectClearAnswers(
  failure: string,
  seen: readonly Seen[],
  options?: Parameters<typeof faultsOf>[1],
): void {
  process.stderr.write(`\n## ${failure}\n${describeSeen(seen)}\n`);
  expect(faultsOf(seen, options)).toEqual([]);
}

/** Returns the distinct statuses of an action. */
export const statusesOf = (
  seen: readonly Seen[],
  ...actions: readonly Seen['action'][]
): number[] => [
  ...new Set(seen.filter(({ action }) => actions.includes(action)).map(({ status }) => status)),
];

/** Counts the failures of an action. */
export const failedTimes = (seen: readonly Seen[], action: Seen['action']): number =>
  seen.filter((one) => one.action === action && (one.status === 0 || one.status >= 500)).length;

export function note(what: string, began: number): void {
  process.stderr.write(`${what}: ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
}
