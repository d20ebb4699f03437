import type { LoggerService } from '@nestjs/common';
import type { Replica } from './replica';
import type { Upstream } from './upstream';

/** A replica that is down is checked more often: a refused connection is cheap, and people wait for it. */
const OFTENER_WHILE_AWAY = 4;

/** Asks every replica about itself, over and over, each at moments of its own. */
export class HealthChecks {
  private readonly timers = new Map<Replica, NodeJS.Timeout>();
  private isStopped = false;

  constructor(
    private readonly upstreams: readonly Upstream[],
    private readonly everyMs: number,
    private readonly log: Pick<LoggerService, 'warn'>,
  ) {}

  start(): void {
    for (const upstream of this.upstreams)
      for (const replica of upstream.replicas) this.plan(upstream, replica);
  }

  stop(): void {
    this.isStopped = true;
    for (const timer of this.timers.values()) clearTimeout(timer);
  }

  private plan(upstream: Upstream, replica: Replica): void {
    if (this.isStopped) return;
    const isWell = replica.isAway || (replica.isReady && replica.circuit.state === 'closed');
    const pause = isWell ? this.everyMs : this.everyMs / OFTENER_WHILE_AWAY;
    // Several gateways, and one with several replicas, do not ask all at the same moment.
    const timer = setTimeout(
      () => void this.check(upstream, replica),
      pause * (0.75 + Math.random() / 2),
    ).unref();
    this.timers.set(replica, timer);
  }

  private async check(upstream: Upstream, replica: Replica): Promise<void> {
    const wasReady = replica.isReady;
    await replica.check();
    if (this.isStopped) return;
    if (replica.isReady !== wasReady)
      this.log.warn(
        `${upstream.nameOf(replica)} ${wasReady ? 'takes no calls' : 'takes calls again'}`,
      );
    this.plan(upstream, replica);
  }
}
