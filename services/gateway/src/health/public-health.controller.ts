import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '@tomekeeper/service-kit';
import type { FastifyReply } from 'fastify';
import { ProductReadiness } from './product-readiness';

/** Public health endpoints. Orchestrators probe the internal port of each process. */
@Public()
@ApiExcludeController()
@Controller()
export class PublicHealthController {
  constructor(private readonly readiness: ProductReadiness) {}

  @Get('healthz')
  alive(): { status: string } {
    return { status: 'ok' };
  }

  @Get('readyz')
  async ready(@Res() reply: FastifyReply): Promise<void> {
    const report = await this.readiness.report();
    // Indented for human readers.
    const isDown = report.status === 'unavailable';
    await reply
      .status(isDown ? 503 : 200)
      .headers(isDown ? { 'retry-after': '5' } : {})
      .type('application/json; charset=utf-8')
      .send(`${JSON.stringify(report, undefined, 2)}\n`);
  }
}
