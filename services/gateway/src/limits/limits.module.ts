import { Module } from '@nestjs/common';
import { Limits } from './limits';

/** Rate limits. */
@Module({
  providers: [Limits],
  exports: [Limits],
})
export class LimitsModule {}
