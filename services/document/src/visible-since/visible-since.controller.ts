import { Controller, Get, Param, Query } from '@nestjs/common';
import {
  visibleSinceAnswer,
  visibleSinceQuery,
  type VisibleSinceAnswer,
  type VisibleSinceQuery,
} from '@tomekeeper/contracts-document';
import { UnitOfWork } from '@tomekeeper/persistence';
import { Answers, Internal } from '@tomekeeper/service-kit';
import type { Scope } from '../memberships/campaign-memberships';
import { CampaignIdPipe } from '../model/campaign-id.pipe';
import { visibleSince } from '../passages/visible/visible-since';

/** Passages by the time at which they became visible, for questions about sessions. */
@Internal('search')
@Controller('internal/campaigns/:campaign/visible-since')
export class VisibleSinceController {
  constructor(private readonly uow: UnitOfWork) {}

  @Get()
  @Answers(visibleSinceAnswer)
  async list(
    @Param('campaign', CampaignIdPipe) campaign: string,
    @Query({ schema: visibleSinceQuery })
    { role, membership, from, until, keep, passages }: VisibleSinceQuery,
  ): Promise<VisibleSinceAnswer> {
    const scope: Scope =
      role === 'gm'
        ? { managed: [campaign], played: [] }
        : {
            managed: [],
            played: [campaign],
            memberships: membership === undefined ? [] : [membership.toLowerCase()],
          };
    const span =
      from === undefined
        ? undefined
        : { from: new Date(from), until: until === undefined ? undefined : new Date(until), keep };
    const found = await visibleSince(this.uow, scope, { campaign, span, passages });
    return { passages: found.map(({ id, at }) => ({ id, at: at.toISOString() })) };
  }
}
