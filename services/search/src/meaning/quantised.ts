/** A vector of numbers from -127 to 127, with its length: a quarter of the room, and sums that come out the same in any order. */
export interface Quantised {
  numbers: Int8Array;
  length: number;
}

const MOST = 127;

/** @returns undefined where there is nothing in it */
export function quantised(vector: readonly number[]): Quantised | undefined {
  const most = vector.reduce((sum, one) => Math.max(sum, Math.abs(one)), 0);
  if (!Number.isFinite(most) || most === 0) return undefined;
  const numbers = Int8Array.from(vector, (one) => Math.round((one / most) * MOST));
  return { numbers, length: lengthOf(numbers, 0, numbers.length) };
}

/** The length of one vector among others that stand one after the other. */
export function lengthOf(numbers: Int8Array, start: number, end: number): number {
  let sum = 0;
  for (let at = start; at < end; at++) sum += (numbers[at] ?? 0) ** 2;
  return Math.sqrt(sum);
}

/** What two vectors share, of which the second begins at `start` among others. */
export function dot(one: Int8Array, others: Int8Array, start: number): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  const whole = one.length & ~3;
  // Four sums at a time are twice as fast as one.
  for (let at = 0, other = start; at < whole; at += 4, other += 4) {
    a += one[at]! * others[other]!;
    b += one[at + 1]! * others[other + 1]!;
    c += one[at + 2]! * others[other + 2]!;
    d += one[at + 3]! * others[other + 3]!;
  }
  for (let at = whole; at < one.length; at++) a += one[at]! * others[start + at]!;
  return a + b + c + d;
}
