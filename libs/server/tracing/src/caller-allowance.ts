/** How often a minute a caller from outside may ask for a trace to be recorded, and be believed. */
const PER_MINUTE = 60;

/** Callers may ask for traces, but not turn one in a hundred into all of them. */
export class CallerAllowance {
  private left = PER_MINUTE;
  private since = 0;

  take(now = Date.now()): boolean {
    // A clock that was set back begins a new minute too.
    if (Math.abs(now - this.since) >= 60_000) {
      this.since = now;
      this.left = PER_MINUTE;
    }
    if (this.left === 0) return false;
    this.left -= 1;
    return true;
  }
}
