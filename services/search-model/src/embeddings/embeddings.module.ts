import { Module } from '@nestjs/common';
import { EmbeddingsController } from './embeddings.controller';
import { KeyGuard } from './key.guard';
import { ServedModel } from './served-model';

/** Texts as vectors, for whoever has the key. */
@Module({ controllers: [EmbeddingsController], providers: [ServedModel, KeyGuard] })
export class EmbeddingsModule {}
