import { Module } from '@nestjs/common';
import { PlayerLookupModule } from '../player-lookup/player-lookup.module';
import { CampaignsController } from './campaigns.controller';
import { CampaignsService } from './campaigns.service';
import { CharactersController } from './characters.controller';
import { CharactersService } from './characters.service';
import { MembershipsController } from './memberships.controller';
import { PlayersController } from './players.controller';
import { PlayersService } from './players.service';

/** Campaigns and their members. */
@Module({
  imports: [PlayerLookupModule],
  controllers: [
    CampaignsController,
    CharactersController,
    PlayersController,
    MembershipsController,
  ],
  providers: [CampaignsService, CharactersService, PlayersService],
  exports: [CampaignsService],
})
export class CampaignsModule {}
