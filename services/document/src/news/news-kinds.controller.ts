import { Body, Controller, Get, Put, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  newsKindsAnswer,
  newsKindsRequest,
  newsQuery,
  type NewsKindsAnswer,
  type NewsKindsRequest,
  type NewsQuery,
} from '@tomekeeper/contracts-document';
import { Answers, CurrentUser, type User } from '@tomekeeper/service-kit';
import { NewsKindsService } from './news-kinds.service';

/** The kinds of news that a member gets of a campaign. */
@ApiTags('news')
@ApiBearerAuth()
@Controller('api/documents/news/kinds')
export class NewsKindsController {
  constructor(private readonly kinds: NewsKindsService) {}

  @Get()
  @Answers(newsKindsAnswer)
  async get(
    @CurrentUser() user: User,
    @Query({ schema: newsQuery }) { campaign }: NewsQuery,
  ): Promise<NewsKindsAnswer> {
    return { kinds: await this.kinds.kindsOf(user.id, campaign) };
  }

  @Put()
  @Answers(newsKindsAnswer)
  async choose(
    @CurrentUser() user: User,
    @Body({ schema: newsKindsRequest }) { campaign, kinds }: NewsKindsRequest,
  ): Promise<NewsKindsAnswer> {
    return { kinds: await this.kinds.choose(user.id, campaign, kinds) };
  }
}
