import { Module } from '@nestjs/common';
import { Allowance } from './allowance';
import { LanguageModel } from './language-model';

/** The language model, and how much of it may be asked for. */
@Module({ providers: [LanguageModel, Allowance], exports: [LanguageModel, Allowance] })
export class ModelModule {}
