import { Controller, Get, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  presenceAnswer,
  presenceQuery,
  type PresenceAnswer,
  type PresenceQuery,
} from '@tomekeeper/contracts-live';
import { Answers, CurrentUser, type User } from '@tomekeeper/service-kit';
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
  async of(
    @CurrentUser() user: User,
    @Query({ schema: presenceQuery }) { campaign }: PresenceQuery,
  ): Promise<PresenceAnswer> {
    return { here: await this.presence.of(campaign.toLowerCase(), user.id) };
  }
}
