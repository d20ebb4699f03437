import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { MembershipsModule } from '../memberships/memberships.module';
import { NewsMailController } from './mail/news-mail.controller';
import { NewsMailService } from './mail/news-mail.service';
import { NewsMailWorker } from './mail/news-mail-worker';
import { NewsController } from './news.controller';
import { NewsKindsController } from './news-kinds.controller';
import { NewsKindsService } from './news-kinds.service';
import { OpenedDocumentsController } from './opened-documents.controller';
import { NewsService } from './news.service';
import { SessionNewsService } from './session-news';

/** News of members, their read state, and mails about news. */
@Module({
  imports: [AccessModule, MembershipsModule],
  controllers: [NewsController, NewsKindsController, NewsMailController, OpenedDocumentsController],
  providers: [NewsService, SessionNewsService, NewsKindsService, NewsMailService, NewsMailWorker],
})
export class NewsModule {}
