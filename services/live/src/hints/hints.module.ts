import { Module } from '@nestjs/common';
import { AudiencesModule } from '../audiences/audiences.module';
import { Delivery } from './delivery';
import { HintSweep } from './sweep';

/** Delivers invalidation events from services to listeners; stores them for a minute. */
@Module({
  imports: [AudiencesModule],
  providers: [Delivery, HintSweep],
})
export class HintsModule {}
