import { Injectable } from '@nestjs/common';
import { refuse } from '../protocol/refusals';
import { RefreshTokens } from '../sessions/refresh-tokens';
import { TokenIssuer } from '../sessions/token-issuer';
import {
  AuthFlow,
  required,
  type AuthAnswer,
  type FlowStart,
  type Parameters,
} from './sign-in-parts';

/** The older way to refresh, for clients whose refresh tokens are not exchanged at each use. */
@AuthFlow()
@Injectable()
export class RefreshFlow implements AuthFlow {
  readonly names = ['REFRESH_TOKEN_AUTH', 'REFRESH_TOKEN'];

  constructor(
    private readonly refreshTokens: RefreshTokens,
    private readonly issuer: TokenIssuer,
  ) {}

  /** The account's id, as everywhere that clients know no other name. */
  async usernameFor(parameters: Parameters): Promise<string | undefined> {
    return this.refreshTokens.userOf(parameters['REFRESH_TOKEN'] ?? '');
  }

  async start({ client, parameters }: FlowStart): Promise<AuthAnswer> {
    const refreshToken = required(parameters, 'REFRESH_TOKEN');
    if (client.rotatesRefreshTokens) throw refuse.flowNotEnabled('REFRESH_TOKEN_AUTH');
    const { user, session } = await this.refreshTokens.refresh(refreshToken, client);
    return {
      AuthenticationResult: await this.issuer.issue(user, client, session),
      ChallengeParameters: {},
    };
  }
}
