import { Module } from '@nestjs/common';
import { ObjectsModule } from '../objects/objects.module';
import { SandboxModule } from '../sandbox/sandbox.module';
import { InteractivePictures } from './interactive-pictures';
import { PictureMaker } from './picture-maker';

/** Pictures made of uploaded ones: by the worker, or while a person waits. */
@Module({
  imports: [ObjectsModule, SandboxModule],
  providers: [InteractivePictures, PictureMaker],
  exports: [InteractivePictures],
})
export class PicturesModule {}
