import { Module } from '@nestjs/common';
import { FindingModule } from '../finding/finding.module';
import { ViewersModule } from '../viewers/viewers.module';
import { AskingController } from './asking.controller';
import { AskingService } from './asking.service';

/** Questions, answered by quotations. */
@Module({
  imports: [ViewersModule, FindingModule],
  controllers: [AskingController],
  providers: [AskingService],
})
export class AskingModule {}
