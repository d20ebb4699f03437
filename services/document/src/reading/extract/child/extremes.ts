// As `Math.min` and `Math.max` of many numbers: those take each as an argument, and too many arguments overflow the stack.

/** Infinity of none. */
export function smallest(numbers: Iterable<number>): number {
  let least = Infinity;
  for (const each of numbers) least = Math.min(least, each);
  return least;
}

/** Minus infinity of none. */
export function largest(numbers: Iterable<number>): number {
  let most = -Infinity;
  for (const each of numbers) most = Math.max(most, each);
  return most;
}
