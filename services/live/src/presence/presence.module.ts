import { Module } from '@nestjs/common';
import { AudiencesModule } from '../audiences/audiences.module';
import { Connections } from './connections';
import { Presence } from './presence';
import { PresenceController } from './presence.controller';

/** Who is here, as other members of their campaigns may know it. */
@Module({
  imports: [AudiencesModule],
  controllers: [PresenceController],
  providers: [Connections, Presence],
  exports: [Connections],
})
export class PresenceModule {}
