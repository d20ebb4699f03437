import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { Keyring } from '@tomekeeper/service-kit';
import type { z } from 'zod';
import { POOL_KEYRING, PoolSettings, SEALED } from '../pool-settings';
import type { SessionPurpose } from './challenge';

/** What a sign-in that is under way was promised to. */
export interface AuthSessionKey {
  challenge: SessionPurpose;
  clientId: string;
}

/** A sign-in under way as an answer to its challenge finds it. */
export interface AuthSession<State> {
  userId: string;
  clientId: string;
  state: State;
  /** Answers to this challenge so far, this one included. */
  tries: number;
  expired: boolean;
}

interface AuthSessionRow {
  user_id: string;
  client_id: string;
  sealed_state: string;
  tries: number;
  expires_at: Date;
}

/** Time a person has for one step. */
const LIFETIME_MS = 3 * 60 * 1000;

/**
 * Sign-ins that wait for the answer to a challenge. The client holds a random secret that names one;
 * it works once, for the challenge and the client that it was made for.
 */
@Injectable()
export class AuthSessions {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: PoolSettings,
    @Inject(POOL_KEYRING) private readonly keyring: Keyring,
  ) {}

  /** @returns the secret that the client will send back */
  async open(
    key: AuthSessionKey,
    userId: string,
    state: object,
    secretBytes: number,
  ): Promise<Buffer> {
    const secret = randomBytes(secretBytes);
    const hash = hashed(secret);
    await this.uow.queryOften(
      `INSERT INTO auth_session
         (secret_hash, pool_id, client_id, user_id, challenge, sealed_state, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [
        hash,
        this.settings.poolId,
        key.clientId,
        userId,
        key.challenge,
        this.keyring.seal(JSON.stringify(state), SEALED.authSession, hash.toString('hex')),
        new Date(Date.now() + LIFETIME_MS),
      ],
    );
    return secret;
  }

  /** Uses the secret up. @returns undefined when it is unknown, used, too old or for something else */
  async take<State>(
    key: AuthSessionKey,
    secret: Uint8Array,
    schema: z.ZodType<State>,
  ): Promise<{ userId: string; state: State } | undefined> {
    const hash = hashed(secret);
    const [row] = await this.uow.queryOften<AuthSessionRow>(
      `DELETE FROM auth_session
        WHERE secret_hash = $1 AND pool_id = $2 AND client_id = $3 AND challenge = $4
          AND expires_at > $5
        RETURNING user_id, client_id, sealed_state, tries, expires_at`,
      [hash, this.settings.poolId, key.clientId, key.challenge, new Date()],
    );
    return row && this.opened(row, hash, schema);
  }

  /**
   * Looks at a session that survives a wrong answer, and counts the look: before the answer is, so that
   * answers that come all at once are counted too.
   * @returns undefined when it is unknown, used or for something else
   */
  async look<State>(
    key: { challenge: SessionPurpose; clientId: string | undefined },
    secret: Uint8Array,
    schema: z.ZodType<State>,
  ): Promise<AuthSession<State> | undefined> {
    const hash = hashed(secret);
    const [row] = await this.uow.query<AuthSessionRow>(
      `UPDATE auth_session SET tries = tries + 1
        WHERE secret_hash = $1 AND pool_id = $2 AND challenge = $3
          AND client_id = coalesce($4, client_id)
        RETURNING user_id, client_id, sealed_state, tries, expires_at`,
      [hash, this.settings.poolId, key.challenge, key.clientId ?? null],
    );
    return row && this.opened(row, hash, schema);
  }

  /** Uses the secret up. @returns false when another request was faster */
  async close(secret: Uint8Array, within: Pick<Transaction, 'query'> = this.uow): Promise<boolean> {
    const closed = await within.query(
      'DELETE FROM auth_session WHERE secret_hash = $1 RETURNING user_id',
      [hashed(secret)],
    );
    return closed.length > 0;
  }

  private opened<State>(
    row: AuthSessionRow,
    hash: Buffer,
    schema: z.ZodType<State>,
  ): AuthSession<State> {
    const plain = this.keyring
      .open(row.sealed_state, SEALED.authSession, hash.toString('hex'))
      .toString();
    return {
      userId: row.user_id,
      clientId: row.client_id,
      state: schema.parse(JSON.parse(plain)),
      tries: row.tries,
      expired: row.expires_at.getTime() <= Date.now(),
    };
  }
}

function hashed(secret: Uint8Array): Buffer {
  return createHash('sha256').update(secret).digest();
}
