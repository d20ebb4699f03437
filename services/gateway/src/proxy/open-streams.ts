import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Metrics, Readiness } from '@tomekeeper/service-kit';
import { AddressShares } from '../admission/address-shares';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config';

/** While this process drains, its streams end within this time, so that their clients come back elsewhere. */
const LOOK_EVERY_MS = 250;

/** Why a stream was refused. */
export type StreamRefusal = 'address-full' | 'gateway-full';

/**
 * Streams of clients that are open. They are counted for themselves: they take no place of ordinary calls, neither of all,
 * nor of an address, nor of a service.
 */
@Injectable()
export class OpenStreams implements BeforeApplicationShutdown {
  private readonly open = new Set<() => void>();
  private readonly shares: AddressShares;
  private readonly refused: Record<StreamRefusal, number> = {
    'address-full': 0,
    'gateway-full': 0,
  };
  private slow = 0;
  private readonly timer: NodeJS.Timeout;

  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    readiness: Readiness,
    metrics: Metrics,
  ) {
    this.shares = new AddressShares(config.MAX_STREAMS_PER_ADDRESS);
    this.timer = setInterval(() => {
      if (readiness.isDraining) this.endAll();
    }, LOOK_EVERY_MS).unref();
    metrics.measure({
      name: 'streams_open',
      help: 'Streams of clients.',
      read: () => [{ value: this.open.size }],
    });
    metrics.count({
      name: 'streams_refused_total',
      help: 'Streams refused because there were too many, by whose bound it was.',
      labelNames: ['reason'],
      read: () =>
        Object.entries(this.refused).map(([reason, value]) => ({ labels: { reason }, value })),
    });
    metrics.count({
      name: 'streams_cut_total',
      help: 'Streams cut because their client took nothing.',
      read: () => [{ value: this.slow }],
    });
  }

  /** Takes a place for a stream. @returns why there is none; then nothing is taken */
  take(address: string): StreamRefusal | undefined {
    const reason =
      this.open.size >= this.config.MAX_STREAMS
        ? 'gateway-full'
        : this.shares.take(address)
          ? undefined
          : 'address-full';
    if (reason) this.refused[reason]++;
    return reason;
  }

  /** The stream is over. */
  give(address: string, end: () => void): void {
    this.shares.release(address);
    this.open.delete(end);
  }

  /** @param end ends the stream from this side */
  begin(end: () => void): void {
    this.open.add(end);
  }

  tookNothing(): void {
    this.slow++;
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
    this.endAll();
  }

  private endAll(): void {
    for (const end of [...this.open]) end();
  }
}
