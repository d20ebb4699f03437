import { Body, Controller, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import {
  newsMailAnswer,
  newsMailRequest,
  newsQuery,
  stopNewsMailQuery,
  type NewsMailAnswer,
  type NewsMailRequest,
  type NewsQuery,
  type StopNewsMailQuery,
} from '@tomekeeper/contracts-document';
import { Answers, CurrentUser, Public, type User } from '@tomekeeper/service-kit';
import { NewsMailService } from './news-mail.service';

@ApiTags('news')
@Controller('api/documents/news/mail')
export class NewsMailController {
  constructor(private readonly mails: NewsMailService) {}

  @Get()
  @ApiBearerAuth()
  @Answers(newsMailAnswer)
  async get(
    @CurrentUser() user: User,
    @Query({ schema: newsQuery }) { campaign }: NewsQuery,
  ): Promise<NewsMailAnswer> {
    return { frequency: await this.mails.frequencyOf(user.id, campaign) };
  }

  @Put()
  @ApiBearerAuth()
  @Answers(newsMailAnswer)
  async choose(
    @CurrentUser() user: User,
    @Body({ schema: newsMailRequest }) { campaign, frequency }: NewsMailRequest,
  ): Promise<NewsMailAnswer> {
    await this.mails.choose(user.id, campaign, frequency);
    return { frequency };
  }

  /** Mail clients call it form-encoded (RFC 8058); the token in the URL is sufficient. */
  @Post('stop')
  @Public()
  @HttpCode(204)
  @ApiNoContentResponse()
  async stop(@Query({ schema: stopNewsMailQuery }) { token }: StopNewsMailQuery): Promise<void> {
    if (token) await this.mails.stop(token);
  }
}
