import { Module } from '@nestjs/common';
import { ObjectsModule } from '../objects/objects.module';
import { PictureMaker } from './picture-maker';

/** Small pictures of uploaded ones, made by the worker. */
@Module({ imports: [ObjectsModule], providers: [PictureMaker] })
export class PicturesModule {}
