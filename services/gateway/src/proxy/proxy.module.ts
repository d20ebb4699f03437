import { Module } from '@nestjs/common';
import { LimitsModule } from '../limits/limits.module';
import { SheddingModule } from '../shedding/shedding.module';
import { UpstreamsModule } from '../upstreams/upstreams.module';
import { OpenStreams } from './open-streams';
import { ProxyRoutes } from './proxy-routes';
import { StreamRoutes } from './stream-routes';

/** Forwards calls to services (ADR 0017). */
@Module({
  imports: [LimitsModule, SheddingModule, UpstreamsModule],
  providers: [OpenStreams, ProxyRoutes, StreamRoutes],
})
export class ProxyModule {}
