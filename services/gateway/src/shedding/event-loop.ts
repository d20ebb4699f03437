import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 20;
/** Long enough that a single pause (a collection of garbage, another program) is not taken for load. */
const WINDOW_MS = 1000;
/** By so much the refused share rises with each busy window, and falls with each calm one. */
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
    this.share =
      medianMs > this.limitMs ? Math.min(MOST, this.share + RISE) : Math.max(0, this.share - FALL);
  }
}
