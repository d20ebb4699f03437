import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { MembershipsModule } from '../memberships/memberships.module';
import { SharingModule } from '../sharing/sharing.module';
import { StorageModule } from '../storage/storage.module';
import { DocumentPagesService } from './document-pages.service';
import { DocumentsController } from './documents.controller';
import { DocumentsService } from './documents.service';
import { OwnedDocumentsController } from './owned-documents.controller';
import { OwnedDocumentsService } from './owned-documents.service';

/** Lists, changes and exports documents. */
@Module({
  imports: [AccessModule, MembershipsModule, SharingModule, StorageModule],
  controllers: [DocumentsController, OwnedDocumentsController],
  providers: [DocumentPagesService, DocumentsService, OwnedDocumentsService],
})
export class DocumentsModule {}
