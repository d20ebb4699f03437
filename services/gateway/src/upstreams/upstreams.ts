import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Metrics } from '@tomekeeper/service-kit';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config';
import { originsOf, type UpstreamName } from './origins';
import { type Replica, Upstream } from './upstream';

/** Checks a replica that is down more often: users wait for it, and a refused connection is cheap. */
const DOWN_CHECK_FACTOR = 4;
/** An idle upstream is checked this much less often. */
const IDLE_CHECK_FACTOR = 30;

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
    help: '1 when the last health check of the replica succeeded.',
    labelNames: ['upstream', 'replica'],
    read: ofReplicas(({ isReady }) => Number(isReady)),
  });
  metrics.measure({
    name: 'upstream_outstanding',
    help: 'Calls waiting for the replica.',
    labelNames: ['upstream', 'replica'],
    read: ofReplicas(({ outstanding }) => outstanding),
  });
  metrics.count({
    name: 'upstream_failures_total',
    help: 'Calls without a complete response.',
    labelNames: ['upstream', 'replica'],
    read: ofReplicas(({ failures }) => failures),
  });
  metrics.count({
    name: 'upstream_retries_total',
    help: 'Calls that were retried.',
    labelNames: ['upstream'],
    read: () =>
      upstreams.map(({ name, retries }) => ({ labels: { upstream: name }, value: retries })),
  });
}

@Injectable()
export class Upstreams implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly all: readonly Upstream[];
  private readonly log = new Logger('upstreams');
  private isStopped = false;

  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    metrics: Metrics,
  ) {
    this.all = Object.entries(originsOf(config)).map(
      ([name, origins]) =>
        new Upstream(
          name as UpstreamName,
          origins,
          config.UPSTREAM_MAX_OUTSTANDING,
          new Set(config.SPARE_ORIGINS),
        ),
    );
    measureUpstreams(this.all, metrics);
  }

  onApplicationBootstrap(): void {
    for (const upstream of this.all)
      for (const replica of upstream.replicas) this.scheduleCheck(upstream, replica);
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    await Promise.all(this.all.map((upstream) => upstream.close()));
  }

  private scheduleCheck(upstream: Upstream, replica: Replica): void {
    const { UPSTREAM_CHECK_MS } = this.config;
    const isDown = !replica.isAway && !replica.isReady;
    const factor = isDown ? 1 / DOWN_CHECK_FACTOR : upstream.isIdle ? IDLE_CHECK_FACTOR : 1;
    const interval = UPSTREAM_CHECK_MS * factor;
    // Jitter spreads the checks of several gateways and replicas.
    setTimeout(
      () => void this.check(upstream, replica),
      interval * (0.75 + Math.random() / 2),
    ).unref();
  }

  private async check(upstream: Upstream, replica: Replica): Promise<void> {
    if (this.isStopped) return;
    const wasReady = replica.isReady;
    await replica.check();
    if (this.isStopped) return;
    if (replica.isReady !== wasReady)
      this.log.warn(`${upstream.nameOf(replica)} is ${wasReady ? 'not ready' : 'ready again'}`);
    this.scheduleCheck(upstream, replica);
  }
}
