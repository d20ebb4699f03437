import { Controller, Headers, Post } from '@nestjs/common';
import { AnswersNothing, MaybeUser, OptionalUser, type User } from '@tomekeeper/service-kit';
import { withCaller } from '../caller/caller';
import { UserSessions } from './user-sessions';

/** Ends the session of the ID token. Does nothing without a valid token. */
@Controller('api/logout')
export class LogoutController {
  constructor(private readonly sessions: UserSessions) {}

  @Post()
  @OptionalUser()
  @AnswersNothing()
  async logOut(
    @MaybeUser() user: User | undefined,
    @Headers('user-agent') userAgent: string | undefined,
  ): Promise<void> {
    const originJti = user?.claims.origin_jti;
    if (originJti) await withCaller({ userAgent }, () => this.sessions.end(originJti));
  }
}
