import { Body, Controller, Get, Param, Patch } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  handoutsAnswer,
  updateHandoutRequest,
  type HandoutsAnswer,
  type UpdateHandoutRequest,
} from '@tomekeeper/contracts-document';
import { Answers, CurrentUser, type User } from '@tomekeeper/service-kit';
import { DocumentIdPipe } from '../../model/document-id.pipe';
import { HandoutsService } from './handouts.service';

/** Handouts of spoilers, for GMs. */
@ApiTags('audiences')
@ApiBearerAuth()
@Controller('api/documents/:id')
export class HandoutsController {
  constructor(private readonly handouts: HandoutsService) {}

  @Get('handouts')
  @Answers(handoutsAnswer)
  list(
    @Param('id', DocumentIdPipe) id: string,
    @CurrentUser() user: User,
  ): Promise<HandoutsAnswer> {
    return this.handouts.list(user.id, id);
  }

  @Patch('handouts/:handout')
  @Answers(handoutsAnswer)
  update(
    @Param('id', DocumentIdPipe) id: string,
    @Param('handout', DocumentIdPipe) handout: string,
    @CurrentUser() user: User,
    @Body({ schema: updateHandoutRequest }) body: UpdateHandoutRequest,
  ): Promise<HandoutsAnswer> {
    return this.handouts.update(user.id, id, handout, body);
  }
}
