import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Metrics, Readiness } from '@tomekeeper/service-kit';
import { AddressShares } from '../admission/address-shares';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config';

export type StreamRefusal = 'address-full' | 'gateway-full';

/**
 * Open streams of clients. Their limits are separate from those of ordinary calls.
 */
@Injectable()
export class OpenStreams implements BeforeApplicationShutdown {
  private readonly ends = new Set<() => void>();
  private readonly shares: AddressShares;
  private readonly refused: Record<StreamRefusal, number> = {
    'address-full': 0,
    'gateway-full': 0,
  };
  private slow = 0;

  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly readiness: Readiness,
    metrics: Metrics,
  ) {
    this.shares = new AddressShares(config.MAX_STREAMS_PER_ADDRESS);
    // Clients reconnect to another gateway.
    readiness.onDrain(() => this.endAll());
    metrics.measure({
      name: 'streams_open',
      help: 'Open streams of clients.',
      read: () => [{ value: this.ends.size }],
    });
    metrics.count({
      name: 'streams_refused_total',
      help: 'Streams refused because of a limit, by limit.',
      labelNames: ['reason'],
      read: () =>
        Object.entries(this.refused).map(([reason, value]) => ({ labels: { reason }, value })),
    });
    metrics.count({
      name: 'streams_cut_total',
      help: 'Streams cut because their client did not read.',
      read: () => [{ value: this.slow }],
    });
  }

  /** @param end ends the stream. @returns the exceeded limit, if any; the stream is then not registered */
  open(address: string, end: () => void): StreamRefusal | undefined {
    const reason =
      this.readiness.isDraining || this.ends.size >= this.config.MAX_STREAMS
        ? 'gateway-full'
        : this.shares.take(address)
          ? undefined
          : 'address-full';
    if (reason) this.refused[reason]++;
    else this.ends.add(end);
    return reason;
  }

  close(address: string, end: () => void): void {
    this.shares.release(address);
    this.ends.delete(end);
  }

  countSlow(): void {
    this.slow++;
  }

  beforeApplicationShutdown(): void {
    this.endAll();
  }

  private endAll(): void {
    for (const end of [...this.ends]) end();
  }
}
