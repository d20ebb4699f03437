import { Module } from '@nestjs/common';
import { AudiencesModule } from '../audiences/audiences.module';
import { Connections } from './connections';
import { Presence } from './presence';
import { PresenceController } from './presence.controller';

/** Presence: online users as other members of their campaigns may see them. */
@Module({
  imports: [AudiencesModule],
  controllers: [PresenceController],
  providers: [Connections, Presence],
  exports: [Connections],
})
export class PresenceModule {}
