import { Module } from '@nestjs/common';
import { ViewersModule } from '../viewers/viewers.module';
import { Embeddings } from './embeddings';
import { Meaning } from './meaning.service';
import { ModelProcess } from './model-process';
import { Reading } from './reading';
import { Vectors } from './vectors';

/** What passages and questions mean, by a model that reads them. */
@Module({
  imports: [ViewersModule],
  providers: [Embeddings, Meaning, ModelProcess, Reading, Vectors],
  exports: [Embeddings, Meaning, ModelProcess, Reading],
})
export class MeaningModule {}
