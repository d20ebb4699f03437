type Count = { current: number; ttl: number; readonly began: number };
type Told = (error: Error | null, count: { current: number; ttl: number }) => void;

/** Addresses and people remembered by one process, when Redis does not do it. */
const REMEMBERED = 20_000;

/**
 * Counts of calls in windows of time. The plugin's own counts go by the wall clock: when that is set back, a
 * window lasts until the old time comes round again, and who was busy is refused for as long.
 */
export class LocalCounts {
  /** The least used first. */
  private readonly counts = new Map<string, Count>();

  incr(key: string, told: Told, windowMs: number): void {
    const now = performance.now();
    const known = this.counts.get(key);
    const isOver = known === undefined || known.began + windowMs <= now;
    const count = isOver ? { current: 0, ttl: windowMs, began: now } : known;
    count.current += 1;
    count.ttl = windowMs - (now - count.began);
    this.counts.delete(key);
    this.counts.set(key, count);
    if (this.counts.size > REMEMBERED) this.forgetOne();
    told(null, count);
  }

  /** Asked for by the plugin where routes have counts of their own; ours have none. */
  child(): this {
    return this;
  }

  private forgetOne(): void {
    for (const key of this.counts.keys()) {
      this.counts.delete(key);
      return;
    }
  }
}
