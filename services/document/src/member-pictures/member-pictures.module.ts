import { Module } from '@nestjs/common';
import { MembershipsModule } from '../memberships/memberships.module';
import { StorageModule } from '../storage/storage.module';
import { ThumbnailsModule } from '../thumbnails/thumbnails.module';
import { MemberPicturesController } from './member-pictures.controller';
import { MemberPicturesService } from './member-pictures.service';
import { ImageBodies } from './uploaded-image';

/** Portraits of members' characters. */
@Module({
  imports: [MembershipsModule, StorageModule, ThumbnailsModule],
  controllers: [MemberPicturesController],
  providers: [ImageBodies, MemberPicturesService],
})
export class MemberPicturesModule {}
