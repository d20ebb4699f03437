import { Body, Controller, Get, Param, Put, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  board,
  boardQuery,
  saveBoardRequest,
  type Board,
  type BoardQuery,
  type SaveBoardRequest,
} from '@tomekeeper/contracts-campaign';
import { Answers, CurrentUser, type User } from '@tomekeeper/service-kit';
import { CampaignIdPipe } from '../campaigns/campaign.errors';
import { BoardsService } from './boards.service';

@ApiTags('sessions')
@ApiBearerAuth()
@Controller('api/campaigns/:id/board')
export class BoardsController {
  constructor(private readonly boards: BoardsService) {}

  @Get()
  @Answers(board)
  get(
    @Param('id', CampaignIdPipe) campaign: string,
    @CurrentUser() user: User,
    @Query({ schema: boardQuery }) { session }: BoardQuery,
  ): Promise<Board> {
    return this.boards.get({ campaign, session, user: user.id });
  }

  @Put()
  @Answers(board)
  save(
    @Param('id', CampaignIdPipe) campaign: string,
    @CurrentUser() user: User,
    @Query({ schema: boardQuery }) { session }: BoardQuery,
    @Body({ schema: saveBoardRequest }) body: SaveBoardRequest,
  ): Promise<Board> {
    return this.boards.save({ campaign, session, user: user.id }, body);
  }
}
