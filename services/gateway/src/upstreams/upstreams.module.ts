import { Module } from '@nestjs/common';
import { Upstreams } from './upstreams';

/** Services, their replicas and health checks (ADR 0017). */
@Module({
  providers: [Upstreams],
  exports: [Upstreams],
})
export class UpstreamsModule {}
