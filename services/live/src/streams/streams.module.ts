import { Module } from '@nestjs/common';
import { AudiencesModule } from '../audiences/audiences.module';
import { PresenceModule } from '../presence/presence.module';
import { CatchUps } from './catch-up';
import { OpenStreams } from './open-streams';
import { StoredHintsFeed } from './stored-hints-feed';
import { StreamsController } from './streams.controller';

/** Open streams, and how stored hints get to them. */
@Module({
  imports: [AudiencesModule, PresenceModule],
  controllers: [StreamsController],
  providers: [CatchUps, OpenStreams, StoredHintsFeed],
})
export class StreamsModule {}
