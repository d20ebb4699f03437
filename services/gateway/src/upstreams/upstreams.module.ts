import { Module } from '@nestjs/common';
import { Upstreams } from './upstreams';

/** The services behind the gateway and their replicas, with checks and circuits (ADR 0017). */
@Module({
  providers: [Upstreams],
  exports: [Upstreams],
})
export class UpstreamsModule {}
