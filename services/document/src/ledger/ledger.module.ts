import { Module } from '@nestjs/common';
import { MembershipsModule } from '../memberships/memberships.module';
import { LedgerController } from './ledger.controller';
import { LedgerService } from './ledger.service';

/** Audit ledger of reveals, and the visibility history derived from it, for GMs. */
@Module({
  imports: [MembershipsModule],
  controllers: [LedgerController],
  providers: [LedgerService],
})
export class LedgerModule {}
