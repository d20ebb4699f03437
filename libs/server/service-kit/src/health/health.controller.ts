import { Controller, Get, Header, Query, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Public } from '../auth/access';
import { Metrics } from '../metrics/metrics';
import { Readiness } from './readiness';

/** Health probes and Prometheus metrics; available only on the internal port. */
@Public()
@ApiExcludeController()
@Controller()
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly metrics: Metrics,
  ) {}

  @Get('health/live')
  live(): { status: string } {
    return { status: 'ok' };
  }

  @Get('health/ready')
  async ready(
    @Res() reply: FastifyReply,
    /** `needed` excludes parts that are only monitored. */
    @Query('parts') parts?: unknown,
  ): Promise<void> {
    const report = await this.readiness.check(parts === 'needed' ? 'needed' : 'all');
    await reply.status(report.ready ? 200 : 503).send(report);
  }

  @Get('metrics')
  @Header('content-type', 'text/plain; version=0.0.4')
  scrape(): Promise<string> {
    return this.metrics.scrape();
  }
}
