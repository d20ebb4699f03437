import { Module } from '@nestjs/common';
import { ObjectsModule } from '../objects/objects.module';
import { ImageKeeper } from './image-keeper';
import { TextReader } from './text-reader';
import { TextShower } from './text-shower';

/** The text of uploaded files, read by the worker. */
@Module({
  imports: [ObjectsModule],
  providers: [ImageKeeper, TextReader, TextShower],
  exports: [ImageKeeper],
})
export class ReadingModule {}
