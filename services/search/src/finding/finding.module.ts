import { Module } from '@nestjs/common';
import { MeaningModule } from '../meaning/meaning.module';
import { ModelModule } from '../model/model.module';
import { ViewersModule } from '../viewers/viewers.module';
import { CampaignPeople } from './campaign-people';
import { Finder } from './finder';
import { SearchController } from './search.controller';
import { SearchService } from './search.service';
import { StateService } from './state.service';
import { SuggestionsService } from './suggestions.service';

/** Finding words, and what may be meant while somebody types. */
@Module({
  imports: [ViewersModule, MeaningModule, ModelModule],
  controllers: [SearchController],
  providers: [CampaignPeople, Finder, SearchService, StateService, SuggestionsService],
  exports: [Finder, SearchService],
})
export class FindingModule {}
