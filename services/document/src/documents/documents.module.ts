import { Module } from '@nestjs/common';
import { MembershipsModule } from '../memberships/memberships.module';
import { ObjectsModule } from '../objects/objects.module';
import { DocumentsController } from './documents.controller';
import { DocumentsService } from './documents.service';
import { OwnedDocumentsController } from './owned-documents.controller';

/** Documents as members of a campaign see them, and as its owner changes them. */
@Module({
  imports: [MembershipsModule, ObjectsModule],
  controllers: [DocumentsController, OwnedDocumentsController],
  providers: [DocumentsService],
})
export class DocumentsModule {}
