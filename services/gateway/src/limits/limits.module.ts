import { Module } from '@nestjs/common';
import { Limits } from './limits';

/** How often an address or a user may ask. */
@Module({
  providers: [Limits],
  exports: [Limits],
})
export class LimitsModule {}
