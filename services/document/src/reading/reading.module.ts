import { Module } from '@nestjs/common';
import { ObjectsModule } from '../objects/objects.module';
import { TextReader } from './text-reader';

/** The text of uploaded files, read by the worker. */
@Module({ imports: [ObjectsModule], providers: [TextReader] })
export class ReadingModule {}
