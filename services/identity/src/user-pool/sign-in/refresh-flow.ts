import { Injectable } from '@nestjs/common';
import { refuse } from '../protocol/refusals';
import { TokenIssuer } from '../tokens/token-issuer';
import { UserSessions } from '../tokens/user-sessions';
import type { AuthAnswer, AuthFlow, FlowStart } from './challenge';
import { required } from './parameters';

/** The older way to refresh, for clients whose refresh tokens are not exchanged at each use. */
@Injectable()
export class RefreshFlow implements AuthFlow {
  readonly names = ['REFRESH_TOKEN_AUTH', 'REFRESH_TOKEN'];

  constructor(
    private readonly sessions: UserSessions,
    private readonly issuer: TokenIssuer,
  ) {}

  /** The account's id, as everywhere that clients know no other name. */
  async usernameFor(parameters: FlowStart['parameters']): Promise<string | undefined> {
    return this.sessions.userOf(parameters['REFRESH_TOKEN'] ?? '');
  }

  async start({ client, parameters }: FlowStart): Promise<AuthAnswer> {
    const refreshToken = required(parameters, 'REFRESH_TOKEN');
    if (client.rotatesRefreshTokens) throw refuse.flowNotEnabled('REFRESH_TOKEN_AUTH');
    const { user, session } = await this.sessions.refresh(refreshToken, client);
    return {
      AuthenticationResult: await this.issuer.issue(user, client, session),
      ChallengeParameters: {},
    };
  }
}
