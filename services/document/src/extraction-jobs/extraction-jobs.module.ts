import { Module } from '@nestjs/common';
import { StorageModule } from '../storage/storage.module';
import { ImageStore } from './image-store';
import { ExtractionWorker } from './extraction-worker';
import { PlayerTextWriter } from './player-text-writer';

/** The text of uploaded files, read by the worker. */
@Module({
  imports: [StorageModule],
  providers: [ImageStore, ExtractionWorker, PlayerTextWriter],
  exports: [ImageStore],
})
export class ExtractionJobsModule {}
