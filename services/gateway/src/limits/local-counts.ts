interface Count {
  current: number;
  readonly began: number;
}

/** Addresses and people remembered by one process, when Redis does not do it. */
const REMEMBERED = 20_000;

/**
 * Counts of calls in windows of time, by the monotonic clock: when the wall clock is set back, callers would be refused
 * until it reaches the old time again.
 */
export class LocalCounts {
  /** The least used first. */
  private readonly counts = new Map<string, Count>();

  constructor(private readonly windowMs: number) {}

  /** Counts a call. @returns milliseconds until there may be more, if there were too many */
  add(key: string, most: number): number | undefined {
    const now = performance.now();
    const known = this.counts.get(key);
    const isOver = known === undefined || known.began + this.windowMs <= now;
    const count = isOver ? { current: 0, began: now } : known;
    count.current += 1;
    this.counts.delete(key);
    this.counts.set(key, count);
    if (this.counts.size > REMEMBERED) this.deleteOldest();
    return count.current > most ? this.windowMs - (now - count.began) : undefined;
  }

  private deleteOldest(): void {
    for (const key of this.counts.keys()) {
      this.counts.delete(key);
      return;
    }
  }
}
