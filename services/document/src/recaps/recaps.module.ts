import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { MembershipsModule } from '../memberships/memberships.module';
import { RecapSentences } from './recap-sentences';
import { RecapsController } from './recaps.controller';
import { RecapsService } from './recaps.service';

/** Recaps: notes whose sentences name their sources, and are hidden together with them. */
@Module({
  imports: [AccessModule, MembershipsModule],
  controllers: [RecapsController],
  providers: [RecapsService, RecapSentences],
})
export class RecapsModule {}
