import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { MembershipsModule } from '../memberships/memberships.module';
import { NewsController } from './news.controller';
import { OpenedDocumentsController } from './opened-documents.controller';
import { NewsService } from './news.service';

/** What is new to a member, and what they have read. */
@Module({
  imports: [AccessModule, MembershipsModule],
  controllers: [NewsController, OpenedDocumentsController],
  providers: [NewsService],
})
export class NewsModule {}
