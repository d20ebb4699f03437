import { Module } from '@nestjs/common';
import { FindingModule } from '../finding/finding.module';
import { ModelModule } from '../model/model.module';
import { ViewersModule } from '../viewers/viewers.module';
import { AskingController } from './asking.controller';
import { AskingService } from './asking.service';
import { DraftsService } from './drafts.service';
import { ModelWriter } from './model-writer';

/** Questions, answered by quotations or by a model, and drafts. */
@Module({
  imports: [ViewersModule, FindingModule, ModelModule],
  controllers: [AskingController],
  providers: [AskingService, DraftsService, ModelWriter],
})
export class AskingModule {}
