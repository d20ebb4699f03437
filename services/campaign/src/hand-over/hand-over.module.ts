import { Module } from '@nestjs/common';
import { HandOverController } from './hand-over.controller';
import { HandOverService } from './hand-over.service';

/** Ownership transfer. */
@Module({ controllers: [HandOverController], providers: [HandOverService] })
export class HandOverModule {}
