import type { RobotChallenge, RobotSolution } from '@tomekeeper/contracts-contact';
import { sha256 } from './sha-256';

/** Maximum blocking time: less than a frame. */
const SLICE_MS = 10;

/**
 * Finds the number that a challenge hides, in slices that leave the page usable.
 * @returns the token to send along, or undefined when there is no such number
 * @throws when the signal is aborted
 */
export async function solve(
  challenge: RobotChallenge,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { maxnumber, ...signed } = challenge;
  const wanted = wordsOf(challenge.challenge);
  const text = new TextEncoder();
  let sliceEnds = performance.now() + SLICE_MS;
  for (let number = 0; number <= maxnumber; number++) {
    const found = sha256(text.encode(`${challenge.salt}${number}`));
    if (wanted.every((word, index) => word === found[index])) return tokenOf({ ...signed, number });
    if (performance.now() < sliceEnds) continue;
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
    sliceEnds = performance.now() + SLICE_MS;
  }
  return undefined;
}

/** When a challenge stops being accepted, where its salt says so. */
export function expiryOf({ salt }: RobotChallenge): Date | undefined {
  const seconds = Number(new URLSearchParams(salt.split('?')[1]).get('expires'));
  return seconds > 0 ? new Date(seconds * 1000) : undefined;
}

const tokenOf = (solution: RobotSolution) => btoa(JSON.stringify(solution));

function wordsOf(hex: string): number[] {
  return Array.from({ length: 8 }, (_, index) => parseInt(hex.slice(8 * index, 8 * index + 8), 16));
}
