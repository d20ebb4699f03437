import { Module } from '@nestjs/common';
import { DocumentsModule } from '../documents/documents.module';
import { ObjectsModule } from '../objects/objects.module';
import { UploadsModule } from '../uploads/uploads.module';
import { VersionsController } from './versions.controller';
import { VersionsService } from './versions.service';

/** Other files for documents that are there: replaced, kept for a while, brought back. */
@Module({
  imports: [DocumentsModule, ObjectsModule, UploadsModule],
  controllers: [VersionsController],
  providers: [VersionsService],
})
export class VersionsModule {}
