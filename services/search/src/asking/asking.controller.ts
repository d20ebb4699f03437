import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  askAnswer,
  askRequest,
  type AskAnswer,
  type AskRequest,
} from '@tomekeeper/contracts-search';
import { Answers, CurrentUser, type User } from '@tomekeeper/service-kit';
import { AskingService } from './asking.service';

@ApiTags('search')
@ApiBearerAuth()
@Controller('api/search/ask')
export class AskingController {
  constructor(private readonly asking: AskingService) {}

  @Post()
  @HttpCode(200)
  @Answers(askAnswer)
  ask(
    @CurrentUser() user: User,
    @Body({ schema: askRequest }) body: AskRequest,
  ): Promise<AskAnswer> {
    return this.asking.ask(user.id, body);
  }
}
