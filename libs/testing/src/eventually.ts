export type EventuallyOptions = {
  /** Milliseconds until the last failure is thrown. */
  readonly timeout?: number;
  /** Milliseconds between attempts: by default 50 at first, and up to 250 later, because each attempt of a long wait costs. */
  readonly every?: number;
};

/** Bounds a hang; a busy machine may be slow. Jest's own limit is 900 s. */
const USUAL_TIMEOUT_MS = 240_000;

/**
 * Repeats `attempt` until it returns a value other than `undefined` or `false` without throwing, and returns
 * that value: for effects that arrive by queue, mail or event.
 */
export async function eventually<T>(
  attempt: () => T | Promise<T>,
  { timeout = USUAL_TIMEOUT_MS, every }: EventuallyOptions = {},
): Promise<Exclude<T, undefined | false>> {
  const end = Date.now() + timeout;
  for (let pause = every ?? 50; ; pause = every ?? Math.min(pause * 1.2, 250)) {
    try {
      const answer = await attempt();
      if (isThere(answer)) return answer;
      if (Date.now() >= end) throw new Error(`nothing came within ${timeout} ms`);
    } catch (error) {
      if (Date.now() >= end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

function isThere<T>(value: T): value is Exclude<T, undefined | false> {
  return value !== undefined && value !== false;
}

/** Repeats assertions until they hold. */
export async function settles(
  assertion: () => unknown,
  options?: EventuallyOptions,
): Promise<void> {
  await eventually(async () => {
    await assertion();
    return true;
  }, options);
}
