import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@tomekeeper/persistence';
import { type JWTPayload, SignJWT } from 'jose';
import { randomUUID } from 'node:crypto';
import type { PoolClient } from '../clients/pool-clients';
import type { UserSession } from './user-sessions';
import { PoolSettings } from '../settings/pool-settings';
import { type KeyUse, SigningKeys } from '../signing-keys/signing-keys';
import type { PoolUser } from '../users/pool-user';
import { SELF_SERVICE_SCOPE } from './access-tokens';

/** Tokens in the protocol's form. */
export interface IssuedTokens {
  AccessToken: string;
  IdToken: string;
  ExpiresIn: number;
  TokenType: 'Bearer';
}

/** Issues tokens with the managed service's claims. */
@Injectable()
export class TokenIssuer {
  constructor(
    private readonly settings: PoolSettings,
    private readonly keys: SigningKeys,
    private readonly uow: UnitOfWork,
  ) {}

  async issue(user: PoolUser, client: PoolClient, session: UserSession): Promise<IssuedTokens> {
    const groups = await this.groupsOf(user.id);
    const shared = {
      sub: user.id,
      iss: this.settings.issuer,
      auth_time: Math.floor(session.authTime.getTime() / 1000),
      origin_jti: session.originJti,
      event_id: randomUUID(),
      ...(groups.length > 0 && { 'cognito:groups': groups }),
    };
    const idToken = this.sign('id', this.settings.idTokenSeconds, {
      ...shared,
      aud: client.id,
      token_use: 'id',
      'cognito:username': user.id,
      email: user.email,
      email_verified: user.emailVerified,
      ...(user.givenName ? { given_name: user.givenName } : {}),
      ...(user.familyName ? { family_name: user.familyName } : {}),
    });
    const accessToken = this.sign('access', this.settings.accessTokenSeconds, {
      ...shared,
      client_id: client.id,
      token_use: 'access',
      scope: SELF_SERVICE_SCOPE,
      ...(session.deviceKey && { device_key: session.deviceKey }),
      username: user.id,
    });
    return {
      AccessToken: await accessToken,
      IdToken: await idToken,
      ExpiresIn: this.settings.accessTokenSeconds,
      TokenType: 'Bearer',
    };
  }

  /** Read after the session exists: revoking a role ends all existing sessions, so that no token keeps the group. */
  private async groupsOf(userId: string): Promise<string[]> {
    const rows = await this.uow.queryOften<{ group_name: string }>(
      'SELECT group_name FROM group_member WHERE user_id = $1 ORDER BY group_name',
      [userId],
    );
    return rows.map((row) => row.group_name);
  }

  private async sign(use: KeyUse, seconds: number, claims: JWTPayload): Promise<string> {
    const key = await this.keys.current(use);
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT(claims)
      .setProtectedHeader({ kid: key.kid, alg: 'RS256' })
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
      .setJti(randomUUID())
      .sign(key.privateKey);
  }
}
