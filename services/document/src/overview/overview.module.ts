import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { OverviewController } from './overview.controller';
import { OverviewService } from './overview.service';

/** The documents on the overview of a campaign. */
@Module({
  imports: [AccessModule],
  controllers: [OverviewController],
  providers: [OverviewService],
})
export class OverviewModule {}
