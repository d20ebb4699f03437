import { Module } from '@nestjs/common';
import { AudiencesModule } from '../audiences/audiences.module';
import { Delivery } from './delivery';
import { HintSweep } from './sweep';

/** Hints on their way from services to those who listen, stored for a minute. */
@Module({
  imports: [AudiencesModule],
  providers: [Delivery, HintSweep],
})
export class HintsModule {}
