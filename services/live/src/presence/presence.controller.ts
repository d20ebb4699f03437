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

/** Who of a campaign is here. */
@ApiTags('live')
@ApiBearerAuth()
@Controller('api/live/presence')
export class PresenceController {
  constructor(private readonly presence: Presence) {}

  /** The other members of a campaign who are here now, for its members. */
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
