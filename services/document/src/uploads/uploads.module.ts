import { Module } from '@nestjs/common';
import { DocumentsModule } from '../documents/documents.module';
import { MembershipsModule } from '../memberships/memberships.module';
import { ObjectsModule } from '../objects/objects.module';
import { UploadSweeper } from './sweep-uploads';
import { UploadsController } from './uploads.controller';
import { UploadsService } from './uploads.service';

/** Files on their way, from the signed URL for one to the row of a new document. */
@Module({
  imports: [DocumentsModule, MembershipsModule, ObjectsModule],
  controllers: [UploadsController],
  providers: [UploadsService, UploadSweeper],
  exports: [UploadsService],
})
export class UploadsModule {}
