import { Module } from '@nestjs/common';
import { StorageModule } from '../storage/storage.module';
import { ImageKeeper } from './image-store';
import { TextReader } from './extraction-worker';
import { TextShower } from './player-text-writer';

/** The text of uploaded files, read by the worker. */
@Module({
  imports: [StorageModule],
  providers: [ImageKeeper, TextReader, TextShower],
  exports: [ImageKeeper],
})
export class ExtractionJobsModule {}
