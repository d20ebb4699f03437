import { Module } from '@nestjs/common';
import { Load } from './load';

/** What is refused while there is too much to do (ADR 0017). */
@Module({
  providers: [Load],
  exports: [Load],
})
export class SheddingModule {}
