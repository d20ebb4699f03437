import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  MAX_SESSIONS_SHOWN,
  type ActivityKind,
  type MySession,
} from '@tomekeeper/contracts-identity';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { SecurityEvents } from '../audit/security-events';
import { caller } from '../caller/caller';
import type { PoolClient } from '../clients/pool-clients';
import { Sources } from '../lockout/guess-lockout';
import { RevocationList } from '../revocations/revocation-list';
import { PoolSettings } from '../settings/pool-settings';
import type { PoolUser } from '../users/pool-user';

/** A sign-in, including tokens that were refreshed from it. */
export interface UserSession {
  originJti: string;
  authTime: Date;
  /** Key of the session's remembered device. */
  deviceKey?: string | undefined;
}

interface SessionRow {
  origin_jti: string;
  auth_time: Date;
  last_used_at: Date;
  client: string;
}

export const REFRESH_TOKEN_BYTES = 48;
const SIGNED_IN: ActivityKind = 'signed_in';
/**
 * Creates the session, its security event, source and first token in one atomic statement. Locks the account first: a
 * concurrent `endAll` either precedes it, and no session starts, or follows it and ends this session too.
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

@Injectable()
export class UserSessions {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: PoolSettings,
    private readonly revocations: RevocationList,
    private readonly events: SecurityEvents,
    private readonly sources: Sources,
  ) {}

  /**
   * @param user the account as of the credential check
   * @param deviceKey key of the device that proved possession in this sign-in
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
    const refreshToken = newRefreshToken();
    const started = await this.uow.queryOften(START, [
      session.originJti,
      this.settings.poolId,
      user.id,
      client.id,
      session.authTime,
      expiresAt,
      caller().client,
      SIGNED_IN,
      hashOfToken(refreshToken),
      this.sources.network(user.id),
      deviceKey ?? null,
      user.credentialEpoch,
    ]);
    if (started.length === 0) return undefined;
    return { session, refreshToken };
  }

  /**
   * Returns an account's sessions, most recently used first.
   * @param current id of the caller's session
   */
  async list(userId: string, current: string | undefined): Promise<MySession[]> {
    const rows = await this.uow.query<SessionRow>(
      `SELECT origin_jti, auth_time, last_used_at, client FROM user_session
        WHERE user_id::text = $1 AND revoked_at IS NULL AND expires_at > now()
        ORDER BY last_used_at DESC LIMIT $2`,
      [userId, MAX_SESSIONS_SHOWN],
    );
    return rows.map((row) => ({
      id: row.origin_jti,
      since: row.auth_time.toISOString(),
      last_used_at: row.last_used_at.toISOString(),
      client: row.client,
      current: row.origin_jti === current,
    }));
  }

  /** Stores the time of a proof of identity. Refreshing tokens is no proof, so it does not call this. */
  async noteProof(originJti: string): Promise<void> {
    await this.uow.query(
      'UPDATE user_session SET proved_at = $2 WHERE origin_jti = $1 AND revoked_at IS NULL',
      [originJti, new Date()],
    );
  }

  async end(originJti: string): Promise<void> {
    await this.uow.run(async (tx) => {
      await this.endOne(tx, originJti, 'signed_out');
      // Also revokes sessions of a managed pool, of which only the tokens are known here.
      await this.revocations.add(tx, [originJti]);
    });
  }

  /**
   * Ends one of the user's own sessions.
   * @returns false when the session is not theirs
   */
  async endOwn(userId: string, originJti: string): Promise<boolean> {
    return this.uow.run((tx) => this.endOne(tx, originJti, 'session_ended', userId));
  }

  /**
   * Ends all sessions of a user (optionally except one) and pending sign-ins, because a sign-in with the previous
   * password must not continue. Locks the account's row first, like the start of a session; credentials that were
   * checked earlier can no longer start one.
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

  /**
   * Ends a session in the caller's transaction.
   * @returns whether the session existed and, if `userId` is given, belongs to that user
   */
  async endOne(
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

const newRefreshToken = (): string => randomBytes(REFRESH_TOKEN_BYTES).toString('base64url');

/** A plain hash is enough for a random token. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();
