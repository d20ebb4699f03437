import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  ledgerAnswer,
  ledgerQuery,
  type LedgerAnswer,
  type LedgerQuery,
} from '@tomekeeper/contracts-document';
import { Answers, CurrentUser, type User } from '@tomekeeper/service-kit';
import { CampaignIdPipe } from '../model/campaign-id.pipe';
import { LedgerService } from './ledger.service';

/** Below the path of campaigns: the gateway passes it on to this service. */
@ApiTags('ledger')
@ApiBearerAuth()
@Controller('api/campaigns')
export class LedgerController {
  constructor(private readonly ledger: LedgerService) {}

  @Get(':campaign/ledger')
  @Answers(ledgerAnswer)
  read(
    @Param('campaign', CampaignIdPipe) campaign: string,
    @CurrentUser() user: User,
    @Query({ schema: ledgerQuery }) query: LedgerQuery,
  ): Promise<LedgerAnswer> {
    return this.ledger.read(user.id, campaign, query);
  }
}
