// Minimum and maximum of many numbers. Too many arguments of `Math.min` and `Math.max` overflow the stack.

/** Infinity for no numbers. */
export function minOf(numbers: Iterable<number>): number {
  let least = Infinity;
  for (const each of numbers) least = Math.min(least, each);
  return least;
}

/** Minus infinity for no numbers. */
export function maxOf(numbers: Iterable<number>): number {
  let most = -Infinity;
  for (const each of numbers) most = Math.max(most, each);
  return most;
}
