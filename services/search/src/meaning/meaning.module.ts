import { Module } from '@nestjs/common';
import { Embeddings } from './embeddings';
import { Meaning } from './meaning.service';
import { Reading } from './reading';
import { Vectors } from './vectors';

/** What passages and questions mean, by a model that reads them. */
@Module({
  providers: [Embeddings, Meaning, Reading, Vectors],
  exports: [Embeddings, Meaning, Reading],
})
export class MeaningModule {}
