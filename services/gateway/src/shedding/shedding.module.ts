import { Module } from '@nestjs/common';
import { Load } from './load';

/** Load shedding (ADR 0017). */
@Module({
  providers: [Load],
  exports: [Load],
})
export class SheddingModule {}
