import { Controller, Get, Query } from '@nestjs/common';
import {
  openedDocumentsAnswer,
  openedDocumentsQuery,
  type OpenedDocumentsAnswer,
  type OpenedDocumentsQuery,
} from '@tomekeeper/contracts-document';
import { UnitOfWork } from '@tomekeeper/persistence';
import { Answers, Internal } from '@tomekeeper/service-kit';
import { NewsMailService } from './mail/news-mail.service';
import { NewsKindsService } from './news-kinds.service';
import { documentsReadBy, sessionsReadBy } from './read-marks';

/** Read marks and choices of news and mails, for the data export of a person. */
@Internal('identity')
@Controller('internal/opened-documents')
export class OpenedDocumentsController {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly mails: NewsMailService,
    private readonly kinds: NewsKindsService,
  ) {}

  @Get()
  @Answers(openedDocumentsAnswer)
  async list(
    @Query({ schema: openedDocumentsQuery }) { person }: OpenedDocumentsQuery,
  ): Promise<OpenedDocumentsAnswer> {
    const opened = await documentsReadBy(this.uow, person);
    const sessions = await sessionsReadBy(this.uow, person);
    return {
      opened: opened.map((one) => ({ ...one, at: one.at.toISOString() })),
      sessions_read: sessions.map((one) => ({ ...one, at: one.at.toISOString() })),
      news_mails: await this.mails.choicesOf(person),
      news_kinds: await this.kinds.choicesOf(person),
    };
  }
}
