import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Metrics } from '@tomekeeper/service-kit';
import type { GatewayConfig } from '../config';
import { GATEWAY_CONFIG } from '../config.module';

import { HealthChecks } from './health-checks';
import { originsOf, type UpstreamName } from './origins';
import { measureUpstreams } from './upstream-metrics';
import { Upstream } from './upstream';

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
