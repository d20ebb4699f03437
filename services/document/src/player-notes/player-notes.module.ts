import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { MembershipsModule } from '../memberships/memberships.module';
import { SharingModule } from '../sharing/sharing.module';
import { PlayerNotesController } from './player-notes.controller';
import { PlayerNotesService } from './player-notes.service';

/** Notes that players write for themselves, for the GMs or for the party. */
@Module({
  imports: [AccessModule, MembershipsModule, SharingModule],
  controllers: [PlayerNotesController],
  providers: [PlayerNotesService],
})
export class PlayerNotesModule {}
