import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ActivityKind } from '@tomekeeper/contracts-identity';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { RevocationList } from '../../revocations/revocation-list';
import { caller } from '../audit/caller';
import { SecurityEvents } from '../audit/security-events';
import type { PoolClient } from '../clients/pool-clients';
import { PoolSettings } from '../pool-settings';
import { Sources } from '../lockout/sources';
import { refuse } from '../protocol/refusals';
import type { ProtocolError } from '../protocol/protocol-error';
import { PoolSecret } from '../users/pool-secret';
import { toPoolUser, userColumns, type PoolUser, type PoolUserRow } from '../users/pool-user';
import { judgeRefresh } from './refresh-rules';

/** A sign-in and all that was refreshed from it. */
export interface UserSession {
  originJti: string;
  authTime: Date;
  /** Of the remembered device that it is on. */
  deviceKey?: string | undefined;
}

/** A session with a refresh token that was just made for it. */
export interface RefreshedSession {
  user: PoolUser;
  session: UserSession;
  /** Only when the token presented has been exchanged for this one. */
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

const REFRESH_TOKEN_BYTES = 48;
const SALT_BYTES = 16;
/** Exchanges within the grace of one token; nobody's tabs refresh more often. */
const MOST_EXCHANGES_FOLLOWED = 50;
const SIGNED_IN: ActivityKind = 'signed_in';
/**
 * A session, what its owner sees of it, where it came from and its first token: one statement, so all of it
 * or nothing. The account is locked first: whoever ends all sessions comes before, and nothing starts, or
 * after, and meets this one.
 */
const START = `
  WITH account AS (
    SELECT id FROM pool_user WHERE id = $3 AND credential_epoch = $12 AND enabled FOR SHARE
  ), session AS (
    INSERT INTO user_session (origin_jti, pool_id, user_id, client_id, auth_time, expires_at, client, device_key)
    SELECT $1::uuid, $2, id, $4, $5::timestamptz, $6::timestamptz, $7, $11 FROM account
  ), event AS (
    INSERT INTO security_event (user_id, kind, client, detail) SELECT id, $8, $7, '' FROM account
  ), source AS (
    INSERT INTO known_source (user_id, source) SELECT id, $10 FROM account
    ON CONFLICT (user_id, source) DO UPDATE SET last_used_at = now()
     WHERE known_source.last_used_at < now() - interval '1 day'
  )
  INSERT INTO refresh_token (token_hash, origin_jti) SELECT $9, $1::uuid FROM account
  RETURNING origin_jti`;

/** Sessions of people, and the refresh tokens that prolong them. Tokens are stored hashed. */
@Injectable()
export class UserSessions {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: PoolSettings,
    private readonly revocations: RevocationList,
    private readonly events: SecurityEvents,
    private readonly sources: Sources,
    private readonly secret: PoolSecret,
  ) {}

  /**
   * @param user as it was when the sign-in was judged
   * @param deviceKey of the device that has proved itself in this sign-in
   * @returns undefined when all sessions of the account have ended since
   */
  async start(
    user: PoolUser,
    client: PoolClient,
    deviceKey?: string,
  ): Promise<{ session: UserSession; refreshToken: string } | undefined> {
    const session = { originJti: randomUUID(), authTime: new Date(), deviceKey };
    const expiresAt = new Date(
      session.authTime.getTime() + this.settings.refreshTokenSeconds * 1000,
    );
    const refreshToken = newToken();
    const started = await this.uow.queryOften(START, [
      session.originJti,
      this.settings.poolId,
      user.id,
      client.id,
      session.authTime,
      expiresAt,
      caller().client,
      SIGNED_IN,
      hashed(refreshToken),
      this.sources.network(user.id),
      deviceKey ?? null,
      user.credentialEpoch,
    ]);
    if (started.length === 0) return undefined;
    return { session, refreshToken };
  }

  /** @throws the protocol's refusal; a token used twice ends its session */
  async refresh(refreshToken: string, client: PoolClient): Promise<RefreshedSession> {
    const outcome = await this.uow.run((tx) => this.tryRefresh(tx, refreshToken, client));
    // Thrown out here, because inside it would undo the revocation.
    if (outcome.refusal) throw outcome.refusal;
    return outcome.refreshed;
  }

  /** Whose token it is; undefined when nobody knows it. */
  async userOf(refreshToken: string): Promise<string | undefined> {
    const [row] = await this.uow.query<{ user_id: string }>(
      `SELECT s.user_id FROM refresh_token t JOIN user_session s USING (origin_jti)
        WHERE t.token_hash = $1 AND s.pool_id = $2`,
      [hashed(refreshToken), this.settings.poolId],
    );
    return row?.user_id;
  }

  /** Ends a session by any of its refresh tokens. A token that nobody knows is already ended. */
  async endByToken(refreshToken: string, client: PoolClient): Promise<void> {
    const [row] = await this.uow.query<{ origin_jti: string; client_id: string }>(
      `SELECT s.origin_jti, s.client_id FROM refresh_token t JOIN user_session s USING (origin_jti)
        WHERE t.token_hash = $1 AND s.pool_id = $2`,
      [hashed(refreshToken), this.settings.poolId],
    );
    if (!row) return;
    if (row.client_id !== client.id) throw refuse.tokenOfAnotherClient();
    await this.end(row.origin_jti);
  }

  async end(originJti: string): Promise<void> {
    await this.uow.run(async (tx) => {
      await this.endOne(tx, originJti, 'signed_out');
      // Also when the session is a managed pool's, of which only the tokens are known here.
      await this.revocations.add(tx, [originJti]);
    });
  }

  /** Ends a session that someone picked from their own. @returns whether it was one of them */
  async endOwn(userId: string, originJti: string): Promise<boolean> {
    return this.uow.run((tx) => this.endOne(tx, originJti, 'session_ended', userId));
  }

  /**
   * Ends all sessions of a person, or all but one, and the sign-ins that are under way: who has shown the
   * password of before must not go on from there. The account's row is locked first, as at the start of a
   * session; what was judged before starts none afterwards.
   */
  async endAll(tx: Transaction, userId: string, except?: string): Promise<void> {
    await tx.query('UPDATE pool_user SET credential_epoch = credential_epoch + 1 WHERE id = $1', [
      userId,
    ]);
    await tx.query('DELETE FROM auth_session WHERE user_id = $1', [userId]);
    const ended = await tx.query<{ origin_jti: string }>(
      `UPDATE user_session SET revoked_at = now()
        WHERE user_id = $1 AND revoked_at IS NULL AND origin_jti IS DISTINCT FROM $2
        RETURNING origin_jti`,
      [userId, except ?? null],
    );
    await this.revocations.add(
      tx,
      ended.map((row) => row.origin_jti),
    );
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
      [hashed(refreshToken), this.settings.poolId, client.id],
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
        // Someone has a copy. Nobody can tell who is the thief, so both are signed out.
        await this.endOne(tx, row.origin_jti, 'session_copied');
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
   * The new token shares the session's end: refreshing never prolongs it. However often a token is
   * presented within the grace, there is one that follows it.
   */
  private async rotate(tx: Transaction, old: string, originJti: string): Promise<string> {
    let token = old;
    for (let exchanges = 0; exchanges < MOST_EXCHANGES_FOLLOWED; exchanges += 1) {
      const salt = randomBytes(SALT_BYTES);
      const [made] = await tx.query<{ successor_salt: Buffer }>(
        `UPDATE refresh_token SET rotated_at = now(), successor_salt = $2
          WHERE token_hash = $1 AND rotated_at IS NULL RETURNING successor_salt`,
        [hashed(token), salt],
      );
      if (made) {
        const successor = this.successorOf(token, salt);
        await tx.query('INSERT INTO refresh_token (token_hash, origin_jti) VALUES ($1, $2)', [
          hashed(successor),
          originJti,
        ]);
        return successor;
      }
      // Somebody was faster, within the grace: both get the same token, which may be spent by now, too.
      const [spent] = await tx.query<{ successor_salt: Buffer | null }>(
        'SELECT successor_salt FROM refresh_token WHERE token_hash = $1',
        [hashed(token)],
      );
      // One that a process of an earlier release exchanged has a successor that nobody can tell.
      if (!spent?.successor_salt) return this.addToken(tx, originJti);
      token = this.successorOf(token, spent.successor_salt);
      if (await this.isUnspent(tx, token)) return token;
    }
    throw refuse.refreshTokenReused();
  }

  private async isUnspent(tx: Transaction, token: string): Promise<boolean> {
    const unspent = await tx.query(
      'SELECT 1 FROM refresh_token WHERE token_hash = $1 AND rotated_at IS NULL',
      [hashed(token)],
    );
    return unspent.length > 0;
  }

  /** What a token is exchanged for: known to whoever has the token and the pool's secret. */
  private successorOf(token: string, salt: Buffer): string {
    const text = `${salt.toString('hex')}|${token}`;
    return this.secret.derive('refresh-token', text, REFRESH_TOKEN_BYTES).toString('base64url');
  }

  private async addToken(tx: Transaction, originJti: string): Promise<string> {
    const token = newToken();
    await tx.query('INSERT INTO refresh_token (token_hash, origin_jti) VALUES ($1, $2)', [
      hashed(token),
      originJti,
    ]);
    return token;
  }

  /** @returns whether there was such a session, of this person where one is named */
  private async endOne(
    tx: Transaction,
    originJti: string,
    event: ActivityKind,
    userId?: string,
  ): Promise<boolean> {
    const [ended] = await tx.query<{ user_id: string }>(
      `UPDATE user_session SET revoked_at = now()
        WHERE origin_jti::text = $1 AND revoked_at IS NULL AND ($2::uuid IS NULL OR user_id = $2)
        RETURNING user_id`,
      [originJti, userId ?? null],
    );
    if (!ended) return false;
    await this.revocations.add(tx, [originJti]);
    await this.events.record(ended.user_id, event, tx);
    return true;
  }
}

const newToken = () => randomBytes(REFRESH_TOKEN_BYTES).toString('base64url');

/** The token is random enough that a plain hash tells nothing. */
function hashed(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
