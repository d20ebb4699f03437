/** Keys of each counter that one process keeps. */
const MAX_KEYS = 20_000;

type Callback = (error: null, result: { current: number; ttl: number }) => void;

/**
 * Store of `@fastify/rate-limit` for one process. The library's own uses the wall clock: setting it back would lock users
 * out until it catches up.
 */
export class LocalStore {
  /** Least recently used first. */
  private readonly counts = new Map<string, { current: number; start: number }>();

  incr(key: string, callback: Callback, timeWindow: number): void {
    const now = performance.now();
    const known = this.counts.get(key);
    const count = known && known.start + timeWindow > now ? known : { current: 0, start: now };
    count.current += 1;
    this.counts.delete(key);
    this.counts.set(key, count);
    if (this.counts.size > MAX_KEYS) this.deleteOldest();
    callback(null, { current: count.current, ttl: timeWindow - (now - count.start) });
  }

  private deleteOldest(): void {
    const [oldest] = this.counts.keys();
    if (oldest !== undefined) this.counts.delete(oldest);
  }

  child(): LocalStore {
    return new LocalStore();
  }
}
