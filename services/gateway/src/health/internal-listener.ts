import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Metrics, Readiness } from '@tomekeeper/service-kit';
import Fastify, { type FastifyInstance } from 'fastify';
import { type GatewayConfig, GATEWAY_CONFIG } from '../config';

/** Serves probes and metrics on an internal port, because the main port is public. */
@Injectable()
export class InternalListener implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly server: FastifyInstance = Fastify({ forceCloseConnections: true });

  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly readiness: Readiness,
    private readonly metrics: Metrics,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { METRICS_PORT, HOST } = this.config;
    if (METRICS_PORT === undefined) return;
    this.server.get('/health/live', () => ({ status: 'ok' }));
    this.server.get('/health/ready', async (_request, reply) => {
      const report = await this.readiness.check();
      return reply.status(report.ready ? 200 : 503).send(report);
    });
    this.server.get('/metrics', async (_request, reply) =>
      reply.type('text/plain; version=0.0.4').send(await this.metrics.scrape()),
    );
    await this.server.listen({ port: METRICS_PORT, host: HOST });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.server.close();
  }
}
