import { Body, Controller, Get, Param, Put, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  newsAnswer,
  newsCountsAnswer,
  newsQuery,
  readAllRequest,
  readAnswer,
  type NewsAnswer,
  type NewsCountsAnswer,
  type NewsQuery,
  type ReadAllRequest,
  type ReadAnswer,
} from '@tomekeeper/contracts-document';
import { Answers, AnswersNothing, CurrentUser, type User } from '@tomekeeper/service-kit';
import { DocumentIdPipe } from '../model/document-id.pipe';
import { NewsService } from './news.service';

@ApiTags('news')
@ApiBearerAuth()
@Controller('api/documents')
export class NewsController {
  constructor(private readonly news: NewsService) {}

  @Get('news')
  @Answers(newsAnswer)
  async list(
    @CurrentUser() user: User,
    @Query({ schema: newsQuery }) { campaign }: NewsQuery,
  ): Promise<NewsAnswer> {
    const { news, sessions } = await this.news.list(user.id, campaign);
    return {
      news: news.map(({ document, kind, title, at, passages, comments, passage }) => ({
        document,
        kind,
        title,
        at: at.toISOString(),
        ...(passages !== null && { passages }),
        ...(comments !== undefined && { comments }),
        ...(passage !== undefined && { passage }),
      })),
      sessions: sessions.map(({ session, number, title, change, at }) => ({
        ...{ session, number, title, change },
        at: at.toISOString(),
      })),
    };
  }

  @Get('news/counts')
  @Answers(newsCountsAnswer)
  async counts(@CurrentUser() user: User): Promise<NewsCountsAnswer> {
    return { counts: await this.news.counts(user.id) };
  }

  @Put('news/read')
  @AnswersNothing()
  readAll(
    @CurrentUser() user: User,
    @Body({ schema: readAllRequest }) { campaign, kind }: ReadAllRequest,
  ): Promise<void> {
    return this.news.readAll(user.id, campaign, kind);
  }

  @Put(':id/read')
  @Answers(readAnswer)
  async read(
    @Param('id', DocumentIdPipe) id: string,
    @CurrentUser() user: User,
  ): Promise<ReadAnswer> {
    const new_passages = await this.news.read(user.id, id);
    return new_passages ? { new_passages } : {};
  }
}
