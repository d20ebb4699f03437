import { Module } from '@nestjs/common';
import { FollowingModule } from '../following/following.module';
import { MeaningModule } from '../meaning/meaning.module';
import { ModelModule } from '../model/model.module';
import { ViewersModule } from '../viewers/viewers.module';
import { SearchFigures } from './search-figures';
import { SearchModelController } from './search-model.controller';

/** What operators are told. */
@Module({
  imports: [FollowingModule, ViewersModule, MeaningModule, ModelModule],
  controllers: [SearchModelController],
  providers: [SearchFigures],
})
export class FiguresModule {}
