import {
  Inject,
  Injectable,
  Logger,
  type LoggerService,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Metrics } from '@tomekeeper/service-kit';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config';
import { originsOf, type UpstreamName } from './origins';
import { type Replica, Upstream } from './upstream';

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
    const isWell = replica.isAway || replica.isReady;
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

/** Numbers that are kept anyway; nothing is done for them but when Prometheus asks. */
function measureUpstreams(upstreams: readonly Upstream[], metrics: Metrics): void {
  const ofReplicas = (value: (replica: Replica) => number) => () =>
    upstreams.flatMap((upstream) =>
      upstream.replicas
        .filter(({ isAway }) => !isAway)
        .map((replica) => ({
          labels: { upstream: upstream.name, replica: replica.origin },
          value: value(replica),
        })),
    );
  metrics.measure({
    name: 'upstream_replica_up',
    help: '1 when the replica said at its last health check that it takes calls.',
    labelNames: ['upstream', 'replica'],
    read: ofReplicas(({ isReady }) => Number(isReady)),
  });
  metrics.measure({
    name: 'upstream_outstanding',
    help: 'Calls that wait for the replica.',
    labelNames: ['upstream', 'replica'],
    read: ofReplicas(({ outstanding }) => outstanding),
  });
  metrics.count({
    name: 'upstream_failures_total',
    help: 'Calls without an answer, or without the end of one.',
    labelNames: ['upstream', 'replica'],
    read: ofReplicas(({ failures }) => failures),
  });
  metrics.count({
    name: 'upstream_retries_total',
    help: 'Calls that were sent a second time.',
    labelNames: ['upstream'],
    read: () =>
      upstreams.map(({ name, retries }) => ({ labels: { upstream: name }, value: retries })),
  });
}

/** All services behind the gateway. */
@Injectable()
export class Upstreams implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly all: readonly Upstream[];
  private readonly checks: HealthChecks;

  constructor(@Inject(GATEWAY_CONFIG) config: GatewayConfig, metrics: Metrics) {
    this.all = Object.entries(originsOf(config)).map(
      ([name, origins]) =>
        new Upstream(
          name as UpstreamName,
          origins,
          config.UPSTREAM_MAX_OUTSTANDING,
          new Set(config.SPARE_ORIGINS),
        ),
    );
    this.checks = new HealthChecks(this.all, config.UPSTREAM_CHECK_MS, new Logger('upstreams'));
    measureUpstreams(this.all, metrics);
  }

  onApplicationBootstrap(): void {
    this.checks.start();
  }

  async onApplicationShutdown(): Promise<void> {
    this.checks.stop();
    await Promise.all(this.all.map((upstream) => upstream.close()));
  }
}
