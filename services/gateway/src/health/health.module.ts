import { Module } from '@nestjs/common';
import { UpstreamsModule } from '../upstreams/upstreams.module';
import { InternalListener } from './internal-listener';
import { ProductReadiness } from './product-readiness';
import { PublicHealthController } from './public-health.controller';

@Module({
  imports: [UpstreamsModule],
  controllers: [PublicHealthController],
  providers: [InternalListener, ProductReadiness],
})
export class HealthModule {}
