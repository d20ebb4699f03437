import { Controller, Get, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  searchAnswer,
  searchQuery,
  searchState,
  searchStateQuery,
  suggestAnswer,
  suggestQuery,
  type SearchAnswer,
  type SearchQuery,
  type SearchState,
  type SearchStateQuery,
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
import { StateService } from './state.service';
import { SuggestionsService } from './suggestions.service';

@ApiTags('search')
@ApiBearerAuth()
@Controller('api/search')
export class SearchController {
  constructor(
    private readonly search: SearchService,
    private readonly suggestions: SuggestionsService,
    private readonly states: StateService,
  ) {}

  @Get()
  @Answers(searchAnswer)
  @TakesViewAs()
  find(
    @CurrentUser() user: User,
    @Query({ schema: searchQuery }) query: SearchQuery,
    @RequestedViewAs() viewAs: ViewAs | undefined,
  ): Promise<SearchAnswer> {
    return this.search.search(user.id, query, viewAs);
  }

  @Get('state')
  @Answers(searchState)
  @TakesViewAs()
  state(
    @CurrentUser() user: User,
    @Query({ schema: searchStateQuery }) query: SearchStateQuery,
    @RequestedViewAs() viewAs: ViewAs | undefined,
  ): Promise<SearchState> {
    return this.states.state(user.id, query, viewAs);
  }

  @Get('suggest')
  @Answers(suggestAnswer)
  @TakesViewAs()
  suggest(
    @CurrentUser() user: User,
    @Query({ schema: suggestQuery }) query: SuggestQuery,
    @RequestedViewAs() viewAs: ViewAs | undefined,
  ): Promise<SuggestAnswer> {
    return this.suggestions.suggest(user.id, query, viewAs);
  }
}
