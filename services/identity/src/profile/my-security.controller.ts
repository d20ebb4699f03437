import { Controller, Delete, Get, Headers, Param, Query } from '@nestjs/common';
import {
  activityAnswer,
  activityQuery,
  mySession,
  type ActivityAnswer,
  type ActivityQuery,
  type MySession,
} from '@tomekeeper/contracts-identity';
import { id as uuid } from '@tomekeeper/contracts-values';
import {
  Answers,
  AnswersNothing,
  CurrentUser,
  DomainError,
  type User,
} from '@tomekeeper/service-kit';
import { SecurityEvents } from '../audit/security-events';
import { withCaller } from '../caller/caller';
import { UserSessions } from '../sessions/user-sessions';

/** Security events and sessions of the caller's account. */
@Controller('api/me')
export class MySecurityController {
  constructor(
    private readonly events: SecurityEvents,
    private readonly sessions: UserSessions,
  ) {}

  @Get('activity')
  @Answers(activityAnswer)
  async activity(
    @CurrentUser() { id }: User,
    @Query({ schema: activityQuery }) { before }: ActivityQuery,
  ): Promise<ActivityAnswer> {
    return this.events.page(id, before);
  }

  @Get('sessions')
  @Answers(mySession, { list: true })
  async mine(@CurrentUser() { id, claims }: User): Promise<MySession[]> {
    return this.sessions.list(id, claims.origin_jti);
  }

  /** Tokens of the session are rejected here at once, and by the other services within two seconds. */
  @Delete('sessions/:id')
  @AnswersNothing()
  async end(
    @CurrentUser() user: User,
    @Param('id') sessionId: string,
    @Headers('user-agent') userAgent: string | undefined,
  ): Promise<void> {
    const ended =
      uuid.safeParse(sessionId).success &&
      (await withCaller({ userAgent }, () => this.sessions.endOwn(user.id, sessionId)));
    if (!ended)
      throw new DomainError('not-found', 'session.not_found', 'You have no such session.');
  }
}
