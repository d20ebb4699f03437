import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import type { PoolClient } from '../clients/pool-clients';
import { refuse, type ProtocolError } from '../protocol/refusals';
import { PoolSettings } from '../settings/pool-settings';
import { PoolSecret } from '../users/decoy-users';
import { toPoolUser, userColumns, type PoolUser, type PoolUserRow } from '../users/pool-user';
import { judgeRefresh } from './refresh-rules';
import { hashOfToken, REFRESH_TOKEN_BYTES, UserSessions, type UserSession } from './user-sessions';

/** A session with its current refresh token. */
export interface RefreshedSession {
  user: PoolUser;
  session: UserSession;
  /** Present only if the token was rotated. */
  refreshToken: string | undefined;
}

interface RefreshRow extends PoolUserRow {
  origin_jti: string;
  client_id: string;
  auth_time: Date;
  device_key: string | null;
  expires_at: Date;
  revoked_at: Date | null;
  rotated_at: Date | null;
}

const SALT_BYTES = 16;
/** Exchanges within one token's grace period; the tabs of one browser refresh less often. */
const MAX_EXCHANGES_FOLLOWED = 50;

/** Refresh tokens, stored hashed. */
@Injectable()
export class RefreshTokens {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: PoolSettings,
    private readonly sessions: UserSessions,
    private readonly secret: PoolSecret,
  ) {}

  /** @throws {ProtocolError} for an invalid token; reusing a token ends its session */
  async refresh(refreshToken: string, client: PoolClient): Promise<RefreshedSession> {
    const outcome = await this.uow.run((tx) => this.tryRefresh(tx, refreshToken, client));
    // Thrown outside the transaction, because a rollback would undo the revocation.
    if (outcome.refusal) throw outcome.refusal;
    return outcome.refreshed;
  }

  /** Returns the user id of a token; undefined for an unknown token. */
  async userOf(refreshToken: string): Promise<string | undefined> {
    const [row] = await this.uow.query<{ user_id: string }>(
      `SELECT s.user_id FROM refresh_token t JOIN user_session s USING (origin_jti)
        WHERE t.token_hash = $1 AND s.pool_id = $2`,
      [hashOfToken(refreshToken), this.settings.poolId],
    );
    return row?.user_id;
  }

  /** Ends the session of a refresh token. Idempotent: unknown tokens are ignored. */
  async revoke(refreshToken: string, client: PoolClient): Promise<void> {
    const [row] = await this.uow.query<{ origin_jti: string; client_id: string }>(
      `SELECT s.origin_jti, s.client_id FROM refresh_token t JOIN user_session s USING (origin_jti)
        WHERE t.token_hash = $1 AND s.pool_id = $2`,
      [hashOfToken(refreshToken), this.settings.poolId],
    );
    if (!row) return;
    if (row.client_id !== client.id) throw refuse.tokenOfAnotherClient();
    await this.sessions.end(row.origin_jti);
  }

  private async tryRefresh(
    tx: Transaction,
    refreshToken: string,
    client: PoolClient,
  ): Promise<{ refusal: ProtocolError } | { refusal?: undefined; refreshed: RefreshedSession }> {
    const [row] = await tx.query<RefreshRow>(
      `SELECT s.origin_jti, s.client_id, s.auth_time, s.expires_at, s.revoked_at, t.rotated_at,
              d.device_key, ${userColumns('u')}
         FROM refresh_token t
         JOIN user_session s USING (origin_jti)
         JOIN pool_user u ON u.id = s.user_id
         LEFT JOIN device d ON d.device_key = s.device_key AND d.user_id = s.user_id AND d.remembered
        WHERE t.token_hash = $1 AND s.pool_id = $2 AND s.client_id = $3
          FOR UPDATE OF t`,
      [hashOfToken(refreshToken), this.settings.poolId, client.id],
    );
    if (!row) return { refusal: refuse.badRefreshToken() };
    const verdict = judgeRefresh(
      {
        revoked: row.revoked_at !== null,
        expiresAt: row.expires_at.getTime(),
        rotatedAt: row.rotated_at?.getTime(),
      },
      Date.now(),
      this.settings.refreshGraceSeconds * 1000,
    );
    switch (verdict) {
      case 'revoked':
        return { refusal: refuse.refreshTokenRevoked() };
      case 'expired':
        return { refusal: refuse.refreshTokenExpired() };
      case 'reused':
        // The token was copied, and thief and owner are indistinguishable, so the session ends for both.
        await this.sessions.endOne(tx, row.origin_jti, 'session_copied');
        return { refusal: refuse.refreshTokenReused() };
      case 'good':
        break;
    }
    if (!row.enabled) return { refusal: refuse.disabled() };
    if (row.status === 'RESET_REQUIRED') return { refusal: refuse.resetRequired() };
    await tx.query('UPDATE user_session SET last_used_at = now() WHERE origin_jti = $1', [
      row.origin_jti,
    ]);
    return {
      refreshed: {
        user: toPoolUser(row),
        session: {
          originJti: row.origin_jti,
          authTime: row.auth_time,
          deviceKey: row.device_key ?? undefined,
        },
        refreshToken: client.rotatesRefreshTokens
          ? await this.rotate(tx, refreshToken, row.origin_jti)
          : undefined,
      },
    };
  }

  /**
   * The new token keeps the session's expiry: refreshing never extends it. Every use within the grace period returns a
   * valid successor.
   */
  private async rotate(tx: Transaction, old: string, originJti: string): Promise<string> {
    let token = old;
    for (let exchanges = 0; exchanges < MAX_EXCHANGES_FOLLOWED; exchanges += 1) {
      const salt = randomBytes(SALT_BYTES);
      const [made] = await tx.query<{ successor_salt: Buffer }>(
        `UPDATE refresh_token SET rotated_at = now(), successor_salt = $2
          WHERE token_hash = $1 AND rotated_at IS NULL RETURNING successor_salt`,
        [hashOfToken(token), salt],
      );
      if (made) {
        const successor = this.successorOf(token, salt);
        await tx.query('INSERT INTO refresh_token (token_hash, origin_jti) VALUES ($1, $2)', [
          hashOfToken(successor),
          originJti,
        ]);
        return successor;
      }
      // A concurrent request rotated the token: both get the same successor, which may also have been rotated by now.
      const [usedToken] = await tx.query<{ successor_salt: Buffer }>(
        'SELECT successor_salt FROM refresh_token WHERE token_hash = $1',
        [hashOfToken(token)],
      );
      if (!usedToken) throw refuse.badRefreshToken();
      token = this.successorOf(token, usedToken.successor_salt);
      if (await this.isUnspent(tx, token)) return token;
    }
    throw refuse.refreshTokenReused();
  }

  private async isUnspent(tx: Transaction, token: string): Promise<boolean> {
    const unspent = await tx.query(
      'SELECT 1 FROM refresh_token WHERE token_hash = $1 AND rotated_at IS NULL',
      [hashOfToken(token)],
    );
    return unspent.length > 0;
  }

  /** Derives a token's successor from the token and the pool's secret. */
  private successorOf(token: string, salt: Buffer): string {
    const text = `${salt.toString('hex')}|${token}`;
    return this.secret.derive('refresh-token', text, REFRESH_TOKEN_BYTES).toString('base64url');
  }
}
