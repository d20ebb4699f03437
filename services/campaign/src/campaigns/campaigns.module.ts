import { Module } from '@nestjs/common';
import { PlayerLookupModule } from '../player-lookup/player-lookup.module';
import { CampaignsController } from './campaigns.controller';
import { CampaignsService } from './campaigns.service';
import { MembershipsController } from './memberships.controller';
import { PlayersController } from './players.controller';
import { PlayersService } from './players.service';

/** Campaigns with their players, for people and for the document service. */
@Module({
  imports: [PlayerLookupModule],
  controllers: [CampaignsController, PlayersController, MembershipsController],
  providers: [CampaignsService, PlayersService],
})
export class CampaignsModule {}
