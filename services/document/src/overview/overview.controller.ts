import { Controller, Get, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  overviewAnswer,
  overviewQuery,
  type OverviewAnswer,
  type OverviewQuery,
} from '@tomekeeper/contracts-document';
import type { ViewAs } from '@tomekeeper/contracts-values';
import {
  Answers,
  CurrentUser,
  RequestedViewAs,
  TakesViewAs,
  type User,
} from '@tomekeeper/service-kit';
import { OverviewService } from './overview.service';

@ApiTags('documents')
@ApiBearerAuth()
@Controller('api/documents/overview')
export class OverviewController {
  constructor(private readonly overview: OverviewService) {}

  @Get()
  @Answers(overviewAnswer)
  @TakesViewAs()
  read(
    @CurrentUser() user: User,
    @Query({ schema: overviewQuery }) { campaign }: OverviewQuery,
    @RequestedViewAs() viewAs: ViewAs | undefined,
  ): Promise<OverviewAnswer> {
    return this.overview.read(user.id, campaign, viewAs);
  }
}
