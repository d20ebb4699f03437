import { Body, Controller, Param, Patch, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  playerRoleRequest,
  playersAnswer,
  playersRequest,
  type PlayerRoleRequest,
  type PlayersAnswer,
  type PlayersRequest,
} from '@tomekeeper/contracts-campaign';
import { Answers, CurrentUser, type User } from '@tomekeeper/service-kit';
import { CampaignIdPipe, PlayerIdPipe } from './campaign.errors';
import { PlayersService } from './players.service';

@ApiTags('campaigns')
@ApiBearerAuth()
@Controller('api/campaigns/:id')
export class PlayersController {
  constructor(private readonly players: PlayersService) {}

  @Post('add-players')
  @Answers(playersAnswer)
  add(
    @Param('id', CampaignIdPipe) campaign: string,
    @CurrentUser() user: User,
    @Body({ schema: playersRequest }) body: PlayersRequest,
  ): Promise<PlayersAnswer> {
    return this.players.add(campaign, user.id, body.players);
  }

  @Post('remove-players')
  @Answers(playersAnswer)
  remove(
    @Param('id', CampaignIdPipe) campaign: string,
    @CurrentUser() user: User,
    @Body({ schema: playersRequest }) body: PlayersRequest,
  ): Promise<PlayersAnswer> {
    return this.players.remove(campaign, user.id, body.players);
  }

  @Patch('players/:player')
  @Answers(playersAnswer)
  setRole(
    @Param('id', CampaignIdPipe) campaign: string,
    @Param('player', PlayerIdPipe) player: string,
    @CurrentUser() user: User,
    @Body({ schema: playerRoleRequest }) { role }: PlayerRoleRequest,
  ): Promise<PlayersAnswer> {
    return this.players.setRole(campaign, user.id, player, role);
  }
}
