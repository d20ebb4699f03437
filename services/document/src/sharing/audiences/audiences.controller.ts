import { Body, Controller, Delete, Param, Put, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  setAudienceAnswer,
  setAudienceRequest,
  takeBackAnswer,
  takeBackQuery,
  type SetAudienceAnswer,
  type SetAudienceRequest,
  type TakeBackAnswer,
  type TakeBackQuery,
} from '@tomekeeper/contracts-document';
import { Answers, CurrentUser, type User } from '@tomekeeper/service-kit';
import { DocumentIdPipe } from '../../model/document-id.pipe';
import { AudiencesService } from './audiences.service';

/** Sets and undoes audiences of passages, for GMs. */
@ApiTags('audiences')
@ApiBearerAuth()
@Controller('api/documents/:id')
export class AudiencesController {
  constructor(private readonly audiences: AudiencesService) {}

  @Put('audience')
  @Answers(setAudienceAnswer)
  set(
    @Param('id', DocumentIdPipe) id: string,
    @CurrentUser() user: User,
    @Body({ schema: setAudienceRequest }) body: SetAudienceRequest,
  ): Promise<SetAudienceAnswer> {
    return this.audiences.set(user.id, id, body);
  }

  @Delete('acts/:act')
  @Answers(takeBackAnswer)
  takeBack(
    @Param('id', DocumentIdPipe) id: string,
    @Param('act', DocumentIdPipe) act: string,
    @CurrentUser() user: User,
    @Query({ schema: takeBackQuery }) query: TakeBackQuery,
  ): Promise<TakeBackAnswer> {
    return this.audiences.takeBack(user.id, id, act, query);
  }
}
