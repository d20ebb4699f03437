import { Module } from '@nestjs/common';
import { TrashModule } from '../trash/trash.module';
import { MembershipsModule } from '../memberships/memberships.module';
import { StorageModule } from '../storage/storage.module';
import { UploadCleanup } from './upload-cleanup';
import { UploadParts } from './upload-parts';
import { UploadsController } from './uploads.controller';
import { UploadsService } from './uploads.service';

/** Files on their way, from the signed URL for one to the row of a new document. */
@Module({
  imports: [MembershipsModule, StorageModule, TrashModule],
  controllers: [UploadsController],
  providers: [UploadsService, UploadParts, UploadCleanup],
  exports: [UploadsService, UploadParts],
})
export class UploadsModule {}
