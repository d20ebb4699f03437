import { Injectable } from '@nestjs/common';
import type { PoolClient } from '../clients/pool-clients';
import { refuse } from '../protocol/refusals';
import { TokenIssuer } from '../tokens/token-issuer';
import { UserSessions } from '../tokens/user-sessions';
import type { PoolUser } from '../users/pool-user';
import type { AuthAnswer } from './challenge';

/**
 * What follows a right password. An account's state is looked at only here, so that nobody learns it
 * without the password.
 */
@Injectable()
export class SignInCompletion {
  constructor(
    private readonly sessions: UserSessions,
    private readonly issuer: TokenIssuer,
  ) {}

  /** @throws the protocol's refusal when the account may not sign in as it stands */
  async complete(user: PoolUser, client: PoolClient): Promise<AuthAnswer> {
    expectUsable(user);
    const { session, refreshToken } = await this.sessions.start(user, client);
    const tokens = await this.issuer.issue(user, client, session);
    return {
      AuthenticationResult: { ...tokens, RefreshToken: refreshToken },
      ChallengeParameters: {},
    };
  }
}

function expectUsable(user: PoolUser): void {
  if (!user.enabled) throw refuse.disabled();
  switch (user.status) {
    case 'CONFIRMED':
      return;
    case 'UNCONFIRMED':
      throw refuse.notConfirmed();
    case 'RESET_REQUIRED':
    case 'FORCE_CHANGE_PASSWORD':
      throw refuse.resetRequired();
  }
}
