import { Module } from '@nestjs/common';
import { VisibleSinceController } from './visible-since.controller';

/** Since when passages are visible, for the search service. */
@Module({ controllers: [VisibleSinceController] })
export class VisibleSinceModule {}
