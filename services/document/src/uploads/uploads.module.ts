import { Module } from '@nestjs/common';
import { DocumentsModule } from '../documents/documents.module';
import { MembershipsModule } from '../memberships/memberships.module';
import { ObjectsModule } from '../objects/objects.module';
import { UploadSweeper } from './sweep-uploads';
import { UploadsController } from './uploads.controller';
import { UploadsService } from './uploads.service';

/** New documents, from the signed URL for a file to its row. */
@Module({
  imports: [DocumentsModule, MembershipsModule, ObjectsModule],
  controllers: [UploadsController],
  providers: [UploadsService, UploadSweeper],
})
export class UploadsModule {}
