import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 20;
const WINDOW_MS = 1000;
/** So many in a row: a single pause (a start, a collection of garbage, another program) is no load. */
const BUSY_WINDOWS = 3;
/** By so much the refused share rises with each further busy window, and falls with each calm one. */
const RISE = 0.2;
const FALL = 0.1;
/** Some always get through, or nothing would show that it is over. */
const MOST = 0.9;

/**
 * How much of what comes in is too much for this process. A share, not a switch: refusing everybody would
 * free it at once, and the next second would be as bad as the one before.
 */
export class EventLoopPressure {
  /** From 0, nothing is refused, to nearly 1. */
  share = 0;
  private busyWindows = 0;
  private readonly delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  private timer: NodeJS.Timeout | undefined;

  /** @param limitMs what comes in may wait so long in the median of a window */
  constructor(
    private readonly limitMs: number,
    private readonly windowMs = WINDOW_MS,
  ) {}

  start(): void {
    this.delays.enable();
    this.timer = setInterval(() => {
      // What is measured is the time between two ticks, the planned part of which is no delay.
      this.seen(this.delays.percentile(50) / 1e6 - RESOLUTION_MS);
      this.delays.reset();
    }, this.windowMs).unref();
  }

  stop(): void {
    clearInterval(this.timer);
    this.delays.disable();
  }

  /** @param medianMs delay of the last window */
  seen(medianMs: number): void {
    this.busyWindows = medianMs > this.limitMs ? this.busyWindows + 1 : 0;
    if (this.busyWindows >= BUSY_WINDOWS) this.share = Math.min(MOST, this.share + RISE);
    else if (this.busyWindows === 0) this.share = Math.max(0, this.share - FALL);
  }
}
