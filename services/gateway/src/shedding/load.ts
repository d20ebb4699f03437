import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Metrics } from '@tomekeeper/service-kit';
import { AddressShares } from '../admission/address-shares';
import type { GatewayConfig } from '../config';
import { GATEWAY_CONFIG } from '../config.module';
import { EventLoopPressure } from './event-loop';

/** What was too much. */
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
    this.shares.give(address);
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
