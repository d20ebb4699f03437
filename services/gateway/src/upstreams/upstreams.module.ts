import { Module } from '@nestjs/common';
import { Upstreams } from './upstreams';

/** The services behind the gateway and their replicas, with their health checks (ADR 0017). */
@Module({
  providers: [Upstreams],
  exports: [Upstreams],
})
export class UpstreamsModule {}
