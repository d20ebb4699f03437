import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@tomekeeper/persistence';
import { z } from 'zod';
import { SecurityEvents } from '../audit/security-events';
import { PoolClients } from '../clients/pool-clients';
import { operation, OperationGroup } from '../protocol/operations';
import { refuse } from '../protocol/refusals';
import { TokenIssuer } from './token-issuer';
import { AccessTokens } from './access-tokens';
import { RefreshTokens } from './refresh-tokens';
import { UserSessions } from './user-sessions';

const getTokensRequest = z.object({
  ClientId: z.string(),
  RefreshToken: z.string(),
  ClientSecret: z.string().optional(),
});
const revokeTokenRequest = z.object({
  ClientId: z.string(),
  Token: z.string(),
  ClientSecret: z.string().optional(),
});
const globalSignOutRequest = z.object({ AccessToken: z.string() });

const JWT = /^[\w-]+\.[\w-]+\.[\w-]*$/;

@Injectable()
export class SessionOperations extends OperationGroup {
  readonly operations = {
    GetTokensFromRefreshToken: operation(getTokensRequest, async (input) => {
      const client = await this.clients.getWithSecret(input.ClientId, input.ClientSecret);
      const { user, session, refreshToken } = await this.refreshTokens.refresh(
        input.RefreshToken,
        client,
      );
      const tokens = await this.issuer.issue(user, client, session);
      return {
        AuthenticationResult: { ...tokens, ...(refreshToken && { RefreshToken: refreshToken }) },
      };
    }),
    RevokeToken: operation(revokeTokenRequest, async (input) => {
      const client = await this.clients.getWithSecret(input.ClientId, input.ClientSecret);
      if (JWT.test(input.Token)) throw refuse.notARefreshToken();
      await this.refreshTokens.revoke(input.Token, client);
      return {};
    }),
    GlobalSignOut: operation(globalSignOutRequest, async (input) => {
      const { user } = await this.accessTokens.verify(input.AccessToken);
      await this.uow.run(async (tx) => {
        await this.sessions.endAll(tx, user.id);
        await this.events.record(user.id, 'signed_out_everywhere', tx);
      });
      return {};
    }),
  };

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clients: PoolClients,
    private readonly sessions: UserSessions,
    private readonly refreshTokens: RefreshTokens,
    private readonly issuer: TokenIssuer,
    private readonly accessTokens: AccessTokens,
    private readonly events: SecurityEvents,
  ) {
    super();
  }
}
