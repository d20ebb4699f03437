import { Module } from '@nestjs/common';
import { MembershipsModule } from '../memberships/memberships.module';
import { LedgerController } from './ledger.controller';
import { LedgerService } from './ledger.service';

/** What players were told, and know by that: for their GMs. */
@Module({
  imports: [MembershipsModule],
  controllers: [LedgerController],
  providers: [LedgerService],
})
export class LedgerModule {}
