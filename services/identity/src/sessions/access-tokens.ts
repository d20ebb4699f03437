import { Injectable } from '@nestjs/common';
import { PROOF_MINUTES } from '@tomekeeper/contracts-identity';
import { id } from '@tomekeeper/contracts-values';
import { UnitOfWork } from '@tomekeeper/persistence';
import { createLocalJWKSet, errors, jwtVerify } from 'jose';
import { z } from 'zod';
import { refuse } from '../protocol/refusals';
import { PoolSettings } from '../settings/pool-settings';
import { SigningKeys } from '../signing-keys/signing-keys';
import { type PoolUser, type PoolUserRow, toPoolUser, userColumns } from '../users/pool-user';

/** The caller of an operation that requires an access token. */
export interface SignedInUser {
  user: PoolUser;
  originJti: string;
  clientId: string;
  /** Time of the last sign-in or reauthentication. */
  provedAt: Date;
}

/** Scope that permits calls of the pool's own operations. */
export const SELF_SERVICE_SCOPE = 'aws.cognito.signin.user.admin';

const accessClaims = z.looseObject({
  sub: id,
  token_use: z.literal('access'),
  client_id: z.string(),
  scope: z.string(),
  origin_jti: id,
});

/** Verifies access tokens for the pool's own operations. */
@Injectable()
export class AccessTokens {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: PoolSettings,
    private readonly keys: SigningKeys,
  ) {}

  /** @throws {ProtocolError} for an invalid or revoked token, or an ID token */
  async verify(token: string): Promise<SignedInUser> {
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
   * Like `verify`, for operations that could cost the user their account, because a token may have been stolen.
   * @throws {ProtocolError} also when the last proof of identity is too old
   */
  async verifyProved(token: string): Promise<SignedInUser> {
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

/** @throws {ProtocolError} when the caller's last proof of identity is too old */
export function expectProved({ provedAt }: SignedInUser): void {
  if (provedAt.getTime() + PROOF_MINUTES * 60_000 < Date.now())
    throw refuse.reauthenticationNeeded();
}
