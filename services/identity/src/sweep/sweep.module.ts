import { Module } from '@nestjs/common';
import { Sweep } from './sweep';

/** Deletes what has run out. */
@Module({
  providers: [Sweep],
})
export class SweepModule {}
