const realTimeout = globalThis.setTimeout;

/** Stops the clock of a test; `afterEach` must give it back with `jest.useRealTimers()`. */
export function stopClock(now?: number): void {
  jest.useFakeTimers({ now, doNotFake: ['nextTick', 'queueMicrotask'] });
}

/** Resumes a stopped clock. Resolves when all pending responses have arrived. */
export async function pass(ms: number): Promise<void> {
  await jest.advanceTimersByTimeAsync(ms);
  for (let turn = 0; turn < 5; turn += 1) {
    await new Promise<void>((resolve) => void realTimeout(resolve));
  }
}
