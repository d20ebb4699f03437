import { Module } from '@nestjs/common';
import { BoardsModule } from '../boards/boards.module';
import { CampaignsModule } from '../campaigns/campaigns.module';
import { SessionsModule } from '../game-sessions/sessions.module';
import { CampaignContentController } from './campaign-content.controller';
import { CampaignContentService } from './campaign-content.service';
import { ImportedSessionsController } from './imported-sessions.controller';
import { ImportedSessionsService } from './imported-sessions.service';

/** Content of campaigns for exports and imports, which the document service runs. */
@Module({
  imports: [BoardsModule, CampaignsModule, SessionsModule],
  controllers: [CampaignContentController, ImportedSessionsController],
  providers: [CampaignContentService, ImportedSessionsService],
})
export class TransfersModule {}
