import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Metrics } from '@tomekeeper/service-kit';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { AddressShares } from '../admission/address-shares';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config';

const RESOLUTION_MS = 20;
const WINDOW_MS = 1000;
/** So many in a row: a single pause (a start, a collection of garbage, another program) is no load. */
const BUSY_WINDOWS = 3;
/** By so much the refused share rises with each further busy window, and falls with each calm one. */
const SHARE_STEP_UP = 0.2;
const SHARE_STEP_DOWN = 0.1;
/** Some always get through, or nothing would show that it is over. */
const MAX_SHED_SHARE = 0.9;

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
    if (this.busyWindows >= BUSY_WINDOWS)
      this.share = Math.min(MAX_SHED_SHARE, this.share + SHARE_STEP_UP);
    else if (this.busyWindows === 0) this.share = Math.max(0, this.share - SHARE_STEP_DOWN);
  }
}

/** Why a call was shed. */
export type Shed =
  /** All calls together. */
  | 'gateway-full'
  /** The calls of one service. */
  | 'service-full'
  /** Those of one address. */
  | 'address-full'
  /** The work of this process. */
  | 'event-loop';

/**
 * How much this process has to do, and what it therefore refuses: early and cheaply, while it can still
 * answer the others in time. Files and health are never refused.
 */
@Injectable()
export class Load implements OnApplicationBootstrap, OnApplicationShutdown {
  private outstanding = 0;
  private readonly shares: AddressShares;
  private readonly shed: Record<Shed, number> = {
    'gateway-full': 0,
    'service-full': 0,
    'address-full': 0,
    'event-loop': 0,
  };
  private readonly pressure: EventLoopPressure;

  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    metrics: Metrics,
  ) {
    this.shares = new AddressShares(config.MAX_OUTSTANDING_PER_ADDRESS);
    this.pressure = new EventLoopPressure(config.MAX_EVENT_LOOP_DELAY_MS);
    metrics.count({
      name: 'requests_shed_total',
      help: 'Calls refused because there were too many, by what was full.',
      labelNames: ['reason'],
      read: () =>
        Object.entries(this.shed).map(([reason, value]) => ({ labels: { reason }, value })),
    });
  }

  /** Whether a call is refused before anything is done for it; counts it then. */
  refuses(): boolean {
    const { pressure } = this;
    const reason =
      this.outstanding >= this.config.MAX_OUTSTANDING
        ? 'gateway-full'
        : pressure.share > 0 && Math.random() < pressure.share
          ? 'event-loop'
          : undefined;
    if (reason !== undefined) this.shed[reason]++;
    return reason !== undefined;
  }

  /**
   * A call begins to wait for a service.
   * @returns false when its address has as many as it may have; then it is refused, and counted as that
   */
  begin(address: string): boolean {
    if (!this.shares.take(address)) {
      this.shed['address-full']++;
      return false;
    }
    this.outstanding++;
    return true;
  }

  /** It does not wait any more. */
  end(address: string): void {
    this.outstanding--;
    this.shares.release(address);
  }

  refusedBy(reason: Shed): void {
    this.shed[reason]++;
  }

  onApplicationBootstrap(): void {
    this.pressure.start();
  }

  onApplicationShutdown(): void {
    this.pressure.stop();
  }
}
