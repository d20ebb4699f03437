import { Module } from '@nestjs/common';
import { Sweep } from './sweep';

/** Cleanup job for expired rows. */
@Module({
  providers: [Sweep],
})
export class SweepModule {}
