import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  acceptInviteAnswer,
  invite,
  invitePreview,
  inviteRequest,
  inviteTokenRequest,
  type AcceptInviteAnswer,
  type Invite,
  type InvitePreview,
  type InviteRequest,
  type InviteTokenRequest,
} from '@tomekeeper/contracts-campaign';
import { id } from '@tomekeeper/contracts-values';
import {
  Answers,
  AnswersNothing,
  CurrentUser,
  MaybeUser,
  OptionalUser,
  type User,
} from '@tomekeeper/service-kit';
import { CampaignIdPipe } from '../campaigns/campaign.errors';
import { InviteAcceptance } from './invite-acceptance';
import { InvitesService } from './invites.service';

/** Invite management for GMs. */
@ApiTags('invites')
@ApiBearerAuth()
@Controller('api/campaigns/:id/invites')
export class CampaignInvitesController {
  constructor(private readonly invites: InvitesService) {}

  @Get()
  @Answers(invite, { list: true })
  list(
    @Param('id', CampaignIdPipe) campaign: string,
    @CurrentUser() user: User,
  ): Promise<Invite[]> {
    return this.invites.list(campaign, user.id);
  }

  @Post()
  @Answers(invite, { status: 201 })
  create(
    @Param('id', CampaignIdPipe) campaign: string,
    @CurrentUser() user: User,
    @Body({ schema: inviteRequest }) body: InviteRequest,
  ): Promise<Invite> {
    return this.invites.create(campaign, user.id, body);
  }

  @Delete(':invite')
  @AnswersNothing()
  revoke(
    @Param('id', CampaignIdPipe) campaign: string,
    @Param('invite') named: string,
    @CurrentUser() user: User,
  ): Promise<void> {
    // A malformed id gets the same response as an unknown one, after the campaign's authorization.
    const invited = id.safeParse(named);
    return this.invites.revoke(campaign, user.id, invited.success ? invited.data : NO_INVITE);
  }
}

/** Id that no invite has. */
const NO_INVITE = '00000000-0000-0000-0000-000000000000';

/** Invites for the holder of a link. */
@ApiTags('invites')
@Controller('api/invites')
export class InvitesController {
  constructor(
    private readonly invites: InvitesService,
    private readonly acceptance: InviteAcceptance,
  ) {}

  @OptionalUser()
  @Get()
  @Answers(invitePreview)
  preview(
    @Query({ schema: inviteTokenRequest }) { token }: InviteTokenRequest,
    @MaybeUser() user: User | undefined,
  ): Promise<InvitePreview> {
    return this.invites.preview(token, user?.id);
  }

  @Post('accept')
  @ApiBearerAuth()
  @Answers(acceptInviteAnswer)
  accept(
    @CurrentUser() user: User,
    @Body({ schema: inviteTokenRequest }) { token }: InviteTokenRequest,
  ): Promise<AcceptInviteAnswer> {
    return this.acceptance.accept(token, user.id);
  }
}
