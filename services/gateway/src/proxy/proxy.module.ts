import { Module } from '@nestjs/common';
import { LimitsModule } from '../limits/limits.module';
import { SheddingModule } from '../shedding/shedding.module';
import { UpstreamsModule } from '../upstreams/upstreams.module';
import { ProxyRoutes } from './proxy-routes';

/** Calls to services (ADR 0038). */
@Module({
  imports: [LimitsModule, SheddingModule, UpstreamsModule],
  providers: [ProxyRoutes],
})
export class ProxyModule {}
