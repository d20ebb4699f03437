import { Controller, Get, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  presenceAnswer,
  presenceQuery,
  type PresenceAnswer,
  type PresenceQuery,
} from '@tomekeeper/contracts-live';
import type { ViewAs } from '@tomekeeper/contracts-values';
import {
  Answers,
  CurrentUser,
  RequestedViewAs,
  TakesViewAs,
  type User,
} from '@tomekeeper/service-kit';
import { Presence } from './presence';

/** Online members of a campaign. */
@ApiTags('live')
@ApiBearerAuth()
@Controller('api/live/presence')
export class PresenceController {
  constructor(private readonly presence: Presence) {}

  /** Other online members of a campaign, for its members. */
  @Get()
  @Answers(presenceAnswer)
  @TakesViewAs()
  async of(
    @CurrentUser() user: User,
    @Query({ schema: presenceQuery }) { campaign }: PresenceQuery,
    @RequestedViewAs() viewAs: ViewAs | undefined,
  ): Promise<PresenceAnswer> {
    const id = campaign.toLowerCase();
    const here =
      viewAs === undefined
        ? this.presence.of(id, user.id)
        : this.presence.asSeenBy(viewAs, id, user.id);
    return { here: await here };
  }
}
