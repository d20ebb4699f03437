import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { MembershipsModule } from '../memberships/memberships.module';
import { NewsMailController } from './mail/news-mail.controller';
import { NewsMailService } from './mail/news-mail.service';
import { NewsMailWorker } from './mail/news-mail-worker';
import { NewsController } from './news.controller';
import { OpenedDocumentsController } from './opened-documents.controller';
import { NewsService } from './news.service';

/** News of members, their read state, and mails about news. */
@Module({
  imports: [AccessModule, MembershipsModule],
  controllers: [NewsController, NewsMailController, OpenedDocumentsController],
  providers: [NewsService, NewsMailService, NewsMailWorker],
})
export class NewsModule {}
