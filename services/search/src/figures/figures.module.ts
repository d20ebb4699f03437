import { Module } from '@nestjs/common';
import { FollowingModule } from '../following/following.module';
import { MeaningModule } from '../meaning/meaning.module';
import { ModelModule } from '../model/model.module';
import { ViewersModule } from '../viewers/viewers.module';
import { SearchFigures } from './search-figures';

/** What operators are told. */
@Module({
  imports: [FollowingModule, ViewersModule, MeaningModule, ModelModule],
  providers: [SearchFigures],
})
export class FiguresModule {}
