import { Body, Controller, Delete, Get, HttpStatus, Param, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  chooseCoverRequest,
  coverAnswer,
  coversAnswer,
  coversQuery,
  type ChooseCoverRequest,
  type CoverAnswer,
  type CoversAnswer,
  type CoversQuery,
} from '@tomekeeper/contracts-document';
import type { ViewAs } from '@tomekeeper/contracts-values';
import {
  Answers,
  AnswersNothing,
  CurrentUser,
  RequestedViewAs,
  TakesViewAs,
  type User,
} from '@tomekeeper/service-kit';
import { CampaignIdPipe } from '../model/campaign-id.pipe';
import { CoversService } from './covers.service';

@ApiTags('covers')
@ApiBearerAuth()
@Controller('api/documents/covers')
export class CoversController {
  constructor(private readonly covers: CoversService) {}

  @Get()
  @Answers(coversAnswer)
  @TakesViewAs()
  list(
    @CurrentUser() user: User,
    @Query({ schema: coversQuery }) { campaign }: CoversQuery,
    @RequestedViewAs() viewAs: ViewAs | undefined,
  ): Promise<CoversAnswer> {
    return this.covers.list(user.id, campaign, viewAs);
  }

  @Post()
  @Answers(coverAnswer, { status: HttpStatus.OK })
  choose(
    @CurrentUser() user: User,
    @Body({ schema: chooseCoverRequest }) body: ChooseCoverRequest,
  ): Promise<CoverAnswer> {
    return this.covers.choose(user.id, body);
  }

  @Get(':campaign')
  @Answers(coverAnswer)
  @TakesViewAs()
  one(
    @Param('campaign', CampaignIdPipe) campaign: string,
    @CurrentUser() user: User,
    @RequestedViewAs() viewAs: ViewAs | undefined,
  ): Promise<CoverAnswer> {
    return this.covers.one(user.id, campaign, viewAs);
  }

  @Delete(':campaign')
  @AnswersNothing()
  remove(
    @Param('campaign', CampaignIdPipe) campaign: string,
    @CurrentUser() user: User,
  ): Promise<void> {
    return this.covers.remove(user.id, campaign);
  }
}
