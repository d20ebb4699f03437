import { Controller, Get, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  searchAnswer,
  searchQuery,
  suggestAnswer,
  suggestQuery,
  type SearchAnswer,
  type SearchQuery,
  type SuggestAnswer,
  type SuggestQuery,
} from '@tomekeeper/contracts-search';
import type { ViewAs } from '@tomekeeper/contracts-values';
import {
  Answers,
  CurrentUser,
  RequestedViewAs,
  TakesViewAs,
  type User,
} from '@tomekeeper/service-kit';
import { SearchService } from './search.service';

@ApiTags('search')
@ApiBearerAuth()
@Controller('api/search')
export class SearchController {
  constructor(private readonly service: SearchService) {}

  @Get()
  @Answers(searchAnswer)
  @TakesViewAs()
  find(
    @CurrentUser() user: User,
    @Query({ schema: searchQuery }) query: SearchQuery,
    @RequestedViewAs() viewAs: ViewAs | undefined,
  ): Promise<SearchAnswer> {
    return this.service.search(user.id, query, viewAs);
  }

  @Get('suggest')
  @Answers(suggestAnswer)
  @TakesViewAs()
  suggest(
    @CurrentUser() user: User,
    @Query({ schema: suggestQuery }) query: SuggestQuery,
    @RequestedViewAs() viewAs: ViewAs | undefined,
  ): Promise<SuggestAnswer> {
    return this.service.suggest(user.id, query, viewAs);
  }
}
