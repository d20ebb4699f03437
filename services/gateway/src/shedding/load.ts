import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Metrics } from '@tomekeeper/service-kit';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { AddressShares } from '../admission/address-shares';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config';

const RESOLUTION_MS = 20;
const WINDOW_MS = 1000;
/** Consecutive windows; a single pause (startup, garbage collection, another program) is no load. */
const BUSY_WINDOWS = 3;
const SHARE_STEP_UP = 0.2;
const SHARE_STEP_DOWN = 0.1;
/** Some calls always pass, so that the gateway notices the end of the pressure. */
const MAX_SHED_SHARE = 0.9;

/**
 * Share of calls to shed while the event loop lags. A switch instead of a share would oscillate.
 */
export class EventLoopPressure {
  share = 0;
  private busyWindows = 0;
  private isCalled = false;
  private readonly delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  private timer: NodeJS.Timeout | undefined;

  /** @param limitMs acceptable median delay of a window */
  constructor(
    private readonly limitMs: number,
    private readonly windowMs = WINDOW_MS,
  ) {}

  /** Notes a call. Without calls and load the measurement pauses, because it wakes the process 50 times a second. */
  noteCall(): void {
    this.isCalled = true;
    if (this.timer) return;
    this.delays.enable();
    this.timer = setInterval(() => {
      // The histogram includes the timer's own resolution.
      this.record(this.delays.percentile(50) / 1e6 - RESOLUTION_MS);
      this.delays.reset();
      if (!this.isCalled && this.share === 0) this.stop();
      this.isCalled = false;
    }, this.windowMs).unref();
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.busyWindows = 0;
    this.delays.disable();
  }

  record(medianMs: number): void {
    this.busyWindows = medianMs > this.limitMs ? this.busyWindows + 1 : 0;
    if (this.busyWindows >= BUSY_WINDOWS)
      this.share = Math.min(MAX_SHED_SHARE, this.share + SHARE_STEP_UP);
    else if (this.busyWindows === 0) this.share = Math.max(0, this.share - SHARE_STEP_DOWN);
  }
}

/** The exceeded limit. */
export type Shed = 'gateway-full' | 'service-full' | 'address-full' | 'event-loop';

/**
 * Sheds calls early, while this process can still serve the others in time. Files and health checks are never shed.
 */
@Injectable()
export class Load implements OnApplicationShutdown {
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
      help: 'Calls shed because of a limit, by limit.',
      labelNames: ['reason'],
      read: () =>
        Object.entries(this.shed).map(([reason, value]) => ({ labels: { reason }, value })),
    });
  }

  /** Decides whether to shed a call, and counts shed calls. */
  refuses(): boolean {
    const { pressure } = this;
    pressure.noteCall();
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
   * Registers a pending call.
   * @returns false, counting the call as shed, when its address is at its limit
   */
  begin(address: string): boolean {
    if (!this.shares.take(address)) {
      this.shed['address-full']++;
      return false;
    }
    this.outstanding++;
    return true;
  }

  end(address: string): void {
    this.outstanding--;
    this.shares.release(address);
  }

  refusedBy(reason: Shed): void {
    this.shed[reason]++;
  }

  onApplicationShutdown(): void {
    this.pressure.stop();
  }
}
