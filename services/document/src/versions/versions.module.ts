import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { StorageModule } from '../storage/storage.module';
import { UploadsModule } from '../uploads/uploads.module';
import { EditableController } from './editable.controller';
import { EditableService } from './editable.service';
import { OriginalsController } from './originals.controller';
import { OriginalsService } from './originals.service';
import { VersionsController } from './versions.controller';
import { VersionsService } from './versions.service';

/** Other files for documents that are there: replaced, kept for a while, brought back. */
@Module({
  imports: [AccessModule, StorageModule, UploadsModule],
  controllers: [VersionsController, EditableController, OriginalsController],
  providers: [VersionsService, EditableService, OriginalsService],
})
export class VersionsModule {}
