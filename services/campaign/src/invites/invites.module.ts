import { Module } from '@nestjs/common';
import { PlayerLookupModule } from '../player-lookup/player-lookup.module';
import { InviteAcceptance } from './invite-acceptance';
import { InviteMails } from './invite-mails';
import { InviteSweep } from './invite-sweep';
import { InviteTokens } from './invite-tokens';
import { CampaignInvitesController, InvitesController } from './invites.controller';
import { InvitesService } from './invites.service';

/** Invite links and mails. */
@Module({
  imports: [PlayerLookupModule],
  controllers: [CampaignInvitesController, InvitesController],
  providers: [InvitesService, InviteAcceptance, InviteMails, InviteSweep, InviteTokens],
  exports: [InviteTokens],
})
export class InvitesModule {}
