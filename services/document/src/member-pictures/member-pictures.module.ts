import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { MembershipsModule } from '../memberships/memberships.module';
import { StorageModule } from '../storage/storage.module';
import { ThumbnailsModule } from '../thumbnails/thumbnails.module';
import { MemberPicturesController } from './member-pictures.controller';
import { MemberPicturesService } from './member-pictures.service';
import { PlayerNotePicturesService } from './player-note-pictures.service';
import { ImageBodies } from './uploaded-image';

/** Portraits of members' characters, and pictures that players put into their notes. */
@Module({
  imports: [AccessModule, MembershipsModule, StorageModule, ThumbnailsModule],
  controllers: [MemberPicturesController],
  providers: [ImageBodies, MemberPicturesService, PlayerNotePicturesService],
})
export class MemberPicturesModule {}
