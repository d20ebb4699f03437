import { Module } from '@nestjs/common';
import { ModularPower } from './modular-power';
import { Srp } from './srp';

/** SRP arithmetic for password proofs. */
@Module({
  providers: [Srp, ModularPower],
  exports: [Srp],
})
export class SrpModule {}
