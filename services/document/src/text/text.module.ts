import { Module } from '@nestjs/common';
import { DocumentsModule } from '../documents/documents.module';
import { ObjectsModule } from '../objects/objects.module';
import { BacklinksService } from './backlinks.service';
import { PartsController } from './parts.controller';
import { PartsService } from './parts.service';
import { TextController } from './text.controller';
import { TextService } from './text.service';

/** The text of documents, as members of a campaign read it. */
@Module({
  imports: [DocumentsModule, ObjectsModule],
  controllers: [PartsController, TextController],
  providers: [BacklinksService, PartsService, TextService],
})
export class TextModule {}
