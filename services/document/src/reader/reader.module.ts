import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { StorageModule } from '../storage/storage.module';
import { BacklinksService } from './backlinks.service';
import { PartsController } from './sections.controller';
import { PartsService } from './sections.service';
import { TextController } from './text.controller';
import { TextService } from './text.service';

/** The text of documents, as members of a campaign read it. */
@Module({
  imports: [AccessModule, StorageModule],
  controllers: [PartsController, TextController],
  providers: [BacklinksService, PartsService, TextService],
})
export class ReaderModule {}
