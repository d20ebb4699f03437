import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { MembershipsModule } from '../memberships/memberships.module';
import { NewsController } from './news.controller';
import { OpenedDocumentsController } from './opened-documents.controller';
import { NewsService } from './news.service';

/** News of members, and their read state. */
@Module({
  imports: [AccessModule, MembershipsModule],
  controllers: [NewsController, OpenedDocumentsController],
  providers: [NewsService],
})
export class NewsModule {}
