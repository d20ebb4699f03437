import { Module } from '@nestjs/common';
import { EmbeddingsController } from './embeddings.controller';
import { KeyGuard } from './key.guard';
import { ServedModel } from './served-model';

@Module({ controllers: [EmbeddingsController], providers: [ServedModel, KeyGuard] })
export class EmbeddingsModule {}
