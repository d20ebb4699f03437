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

/** A sign-in and all that was refreshed from it. */
export interface UserSession {
  originJti: string;
  authTime: Date;
  /** Of the remembered device that it is on. */
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
 * A session, what its owner sees of it, where it came from and its first token: one statement, so all of it
 * or nothing. The account is locked first: ending all sessions either comes before, and nothing starts, or
 * after, and ends this one too.
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

/** Sessions of users: started, listed and ended. */
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

  /** An account's sessions, last used first. @param current the session that asks */
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

  /** The person has just proved who they are. Refreshing tokens is no proof, and so is nowhere noted. */
  async noteProof(originJti: string): Promise<void> {
    await this.uow.query(
      'UPDATE user_session SET proved_at = $2 WHERE origin_jti = $1 AND revoked_at IS NULL',
      [originJti, new Date()],
    );
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

  /** Ends a session within a transaction. @returns whether there was such a one, of this person where one is named */
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

/** The token is random enough that a plain hash tells nothing. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();
