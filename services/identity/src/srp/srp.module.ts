import { Module } from '@nestjs/common';
import { ModularPower } from './modular-power';
import { Srp } from './srp';

/** The arithmetic of passwords that are proved and never sent. */
@Module({
  providers: [Srp, ModularPower],
  exports: [Srp],
})
export class SrpModule {}
