import { Module } from '@nestjs/common';
import { MembershipsModule } from '../memberships/memberships.module';
import { SharingModule } from '../sharing/sharing.module';
import { StorageModule } from '../storage/storage.module';
import { UploadsModule } from '../uploads/uploads.module';
import { ImportExtraction } from './extraction/import-extraction';
import { ImportWorker } from './import-worker';
import { ImportsController } from './imports.controller';
import { ImportsService } from './imports.service';
import { ImportObjectCopies } from './saving/import-objects';
import { ImportedAudiences } from './saving/imported-audiences';
import { ImportedHandouts } from './saving/records/imported-handouts';
import { ImportedSessions } from './saving/records/imported-session-records';
import { RecordSaving } from './saving/records/save-records';
import { ImportSaving } from './saving/save-import';
import { ImportUndo } from './undo-import';
import { UndoImportService } from './undo-import.service';

/** Imports of vaults and archives: extracted, reviewed by a GM, then saved as a whole. */
@Module({
  imports: [MembershipsModule, SharingModule, StorageModule, UploadsModule],
  controllers: [ImportsController],
  providers: [
    ...[ImportsService, UndoImportService, ImportUndo, ImportWorker, ImportExtraction],
    ...[
      ImportSaving,
      ImportObjectCopies,
      ImportedAudiences,
      ImportedHandouts,
      ImportedSessions,
      RecordSaving,
    ],
  ],
  exports: [ImportsService, ImportWorker],
})
export class ImportsModule {}
