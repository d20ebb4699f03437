import { Module } from '@nestjs/common';
import { MembershipsModule } from '../memberships/memberships.module';
import { SpoilerCheckController } from './spoiler-check.controller';
import { SpoilerCheckService } from './spoiler-check.service';

/** Names that players would read and do not know, for their GMs. */
@Module({
  imports: [MembershipsModule],
  controllers: [SpoilerCheckController],
  providers: [SpoilerCheckService],
})
export class SpoilerCheckModule {}
