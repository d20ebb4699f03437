import { Injectable } from '@nestjs/common';
import { PROOF_MINUTES } from '@tomekeeper/contracts-identity';
import { id } from '@tomekeeper/contracts-values';
import { UnitOfWork } from '@tomekeeper/persistence';
import { createLocalJWKSet, errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { PoolClient } from '../clients/pool-clients';
import { refuse } from '../protocol/refusals';
import type { UserSession } from './user-sessions';
import { PoolSettings } from '../settings/pool-settings';
import { type KeyUse, SigningKeys } from '../signing-keys/signing-keys';
import { type PoolUser, type PoolUserRow, toPoolUser, userColumns } from '../users/pool-user';

/** Who calls an operation that takes an access token. */
export interface Caller {
  user: PoolUser;
  originJti: string;
  clientId: string;
  /** When they last proved who they are, by signing in or since. */
  provedAt: Date;
}

const accessClaims = z.looseObject({
  sub: id,
  token_use: z.literal('access'),
  client_id: z.string(),
  scope: z.string(),
  origin_jti: id,
});

/** Verifies the access tokens by which signed-in people call the pool's own operations. */
@Injectable()
export class AccessTokens {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: PoolSettings,
    private readonly keys: SigningKeys,
  ) {}

  /** @throws the protocol's refusal; an ID token is none */
  async verify(token: string): Promise<Caller> {
    const claims = accessClaims.safeParse(await this.verifiedPayload(token));
    if (!claims.success || !claims.data.scope.split(' ').includes(SELF_SERVICE_SCOPE))
      throw refuse.badAccessToken();
    const { sub, origin_jti: originJti, client_id: clientId } = claims.data;
    const [row] = await this.uow.query<PoolUserRow & { proved_at: Date }>(
      `SELECT ${userColumns('u')}, coalesce(s.proved_at, s.auth_time) AS proved_at
         FROM user_session s JOIN pool_user u ON u.id = s.user_id
        WHERE s.origin_jti = $1 AND u.id = $2 AND u.pool_id = $3 AND s.revoked_at IS NULL`,
      [originJti, sub, this.settings.poolId],
    );
    if (!row) throw refuse.accessTokenRevoked();
    if (!row.enabled) throw refuse.disabled();
    if (row.status === 'RESET_REQUIRED') throw refuse.resetRequired();
    return { user: toPoolUser(row), originJti, clientId, provedAt: row.proved_at };
  }

  /**
   * The same for what could cost someone the account: a token may have been stolen.
   * @throws the protocol's refusal also when they have not proved lately who they are
   */
  async verifyProved(token: string): Promise<Caller> {
    const caller = await this.verify(token);
    expectProved(caller);
    return caller;
  }

  private async verifiedPayload(token: string): Promise<unknown> {
    const keys = createLocalJWKSet({ keys: await this.keys.publicKeys() });
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer: this.settings.issuer,
        algorithms: ['RS256'],
        requiredClaims: ['exp', 'iat', 'sub'],
      });
      return payload;
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw refuse.accessTokenExpired();
      if (error instanceof errors.JOSEError) throw refuse.badAccessToken();
      throw error;
    }
  }
}

/** @throws the protocol's refusal when the caller has not proved lately who they are */
export function expectProved({ provedAt }: Caller): void {
  if (provedAt.getTime() + PROOF_MINUTES * 60_000 < Date.now())
    throw refuse.reauthenticationNeeded();
}

/** Tokens as the protocol answers them. */
export interface IssuedTokens {
  AccessToken: string;
  IdToken: string;
  ExpiresIn: number;
  TokenType: 'Bearer';
}

/** Scope of tokens that may call the pool's own operations. */
const SELF_SERVICE_SCOPE = 'aws.cognito.signin.user.admin';

/** Writes the pool's tokens, with the claims of the managed service. */
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

  /**
   * Read once the session is there: taking a role away ends all sessions that are there by then, so that none is left
   * with a token that names the group.
   */
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
