import { Body, Controller, HttpStatus, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  spoilerCheckAnswer,
  spoilerCheckRequest,
  type SpoilerCheckAnswer,
  type SpoilerCheckRequest,
} from '@tomekeeper/contracts-document';
import { Answers, CurrentUser, type User } from '@tomekeeper/service-kit';
import { SpoilerCheckService } from './spoiler-check.service';

@ApiTags('spoiler-check')
@ApiBearerAuth()
@Controller('api/documents/spoiler-check')
export class SpoilerCheckController {
  constructor(private readonly spoilers: SpoilerCheckService) {}

  @Post()
  @Answers(spoilerCheckAnswer, { status: HttpStatus.OK })
  check(
    @CurrentUser() user: User,
    @Body({ schema: spoilerCheckRequest }) body: SpoilerCheckRequest,
  ): Promise<SpoilerCheckAnswer> {
    return this.spoilers.check(user.id, body);
  }
}
