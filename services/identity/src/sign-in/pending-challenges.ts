import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { Keyring } from '@tomekeeper/service-kit';
import { z } from 'zod';
import type { PoolClient } from '../clients/pool-clients';
import { refuse } from '../protocol/refusals';
import { POOL_KEYRING, PoolSettings, SEALED } from '../settings/pool-settings';
import type { PoolUser } from '../users/pool-user';
import { PoolUsers } from '../users/pool-users';
import {
  namesSubject,
  proofs,
  required,
  type ChallengeName,
  type ChallengeResponse,
  type Progress,
  type Proofs,
} from './sign-in-parts';

/** Purpose of a secret: a challenge during or after a sign-in, or the sign-in right after a sign-up. */
export type ChallengePurpose = ChallengeName | 'CONFIRMED_SIGN_UP' | 'REAUTHENTICATION';

/** The challenge and the client that a secret is bound to. */
export interface ChallengeKey {
  challenge: ChallengePurpose;
  clientId: string;
}

/** A stored challenge. */
export interface StoredChallenge<State> {
  userId: string;
  clientId: string;
  state: State;
  /** Number of responses to this challenge, including the current one. */
  tries: number;
  expired: boolean;
}

interface ChallengeRow {
  user_id: string;
  client_id: string;
  sealed_state: string;
  tries: number;
  expires_at: Date;
}

/** Time limit for one step. */
const LIFETIME_MS = 3 * 60 * 1000;
/** Random bytes of a session: unguessable, and within the managed service's length limit. */
const SESSION_BYTES = 96;
/** Responses per challenge. */
const MAX_TRIES = 5;

/**
 * Stores pending challenges. The client holds a random secret that identifies one; it works once, for its challenge and
 * client only.
 */
@Injectable()
export class ChallengeStore {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: PoolSettings,
    @Inject(POOL_KEYRING) private readonly keyring: Keyring,
  ) {}

  /** @returns the secret, which the client sends with its response */
  async open(
    key: ChallengeKey,
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

  /**
   * Consumes the secret.
   * @returns undefined when it is unknown, used, expired or for another challenge or client
   */
  async take<State>(
    key: ChallengeKey,
    secret: Uint8Array,
    schema: z.ZodType<State>,
  ): Promise<{ userId: string; state: State } | undefined> {
    const hash = hashed(secret);
    const [row] = await this.uow.queryOften<ChallengeRow>(
      `DELETE FROM auth_session
        WHERE secret_hash = $1 AND pool_id = $2 AND client_id = $3 AND challenge = $4
          AND expires_at > $5
        RETURNING user_id, client_id, sealed_state, tries, expires_at`,
      [hash, this.settings.poolId, key.clientId, key.challenge, new Date()],
    );
    return row && this.opened(row, hash, schema);
  }

  /**
   * Reads a challenge that survives wrong responses. Counts the attempt before its check, so that concurrent attempts
   * count too.
   * @returns undefined when the secret is unknown, used or for another challenge or client
   */
  async look<State>(
    key: { challenge: ChallengePurpose; clientId: string | undefined },
    secret: Uint8Array,
    schema: z.ZodType<State>,
  ): Promise<StoredChallenge<State> | undefined> {
    const hash = hashed(secret);
    const [row] = await this.uow.query<ChallengeRow>(
      `UPDATE auth_session SET tries = tries + 1
        WHERE secret_hash = $1 AND pool_id = $2 AND challenge = $3
          AND client_id = coalesce($4, client_id)
        RETURNING user_id, client_id, sealed_state, tries, expires_at`,
      [hash, this.settings.poolId, key.challenge, key.clientId ?? null],
    );
    return row && this.opened(row, hash, schema);
  }

  /**
   * Consumes the secret.
   * @returns false when a concurrent request already did
   */
  async close(secret: Uint8Array, within: Pick<Transaction, 'query'> = this.uow): Promise<boolean> {
    const closed = await within.query(
      'DELETE FROM auth_session WHERE secret_hash = $1 RETURNING user_id',
      [hashed(secret)],
    );
    return closed.length > 0;
  }

  private opened<State>(
    row: ChallengeRow,
    hash: Buffer,
    schema: z.ZodType<State>,
  ): StoredChallenge<State> {
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

/** The subject of a sign-in, known or unknown, and its proofs so far. */
export interface SignInState {
  subjectId: string;
  proofs: Proofs;
}

/** The challenge that a request responds to. */
export interface PendingChallenge<Extra> extends SignInState {
  extra: Extra;
  user: PoolUser | undefined;
  clientId: string;
  /**
   * Consumes the session.
   * @throws {ProtocolError} when another response already did
   */
  finish: (within?: Pick<Transaction, 'query'>) => Promise<void>;
}

/** Challenges of pending sign-ins. The protocol calls their id `Session`. */
@Injectable()
export class PendingChallenges {
  constructor(
    private readonly store: ChallengeStore,
    private readonly users: PoolUsers,
  ) {}

  /**
   * @param extra state of the challenge itself
   * @returns the `Session` for the client
   */
  async open(
    challenge: ChallengePurpose,
    client: Pick<PoolClient, 'id'>,
    { subjectId, proofs: shown }: SignInState,
    extra: object = {},
  ): Promise<string> {
    const secret = await this.store.open(
      { challenge, clientId: client.id },
      subjectId,
      { proofs: shown, extra },
      SESSION_BYTES,
    );
    return secret.toString('base64url');
  }

  /**
   * Finds the pending challenge of a response.
   * @throws {ProtocolError} when there is none
   */
  async resume<Extra>(
    challenge: ChallengePurpose,
    { client, responses, session }: ChallengeResponse,
    schema: z.ZodType<Extra>,
    maxTries = MAX_TRIES,
  ): Promise<PendingChallenge<Extra>> {
    const username = required(responses, 'USERNAME');
    const resumed = await this.find(challenge, session, schema, client, maxTries);
    if (!namesSubject(username, resumed.subjectId, resumed.proofs.username))
      throw refuse.invalidSession();
    return resumed;
  }

  /** Like `resume`, for operations that send only the session. */
  async find<Extra>(
    challenge: ChallengePurpose,
    session: string | undefined,
    schema: z.ZodType<Extra>,
    client?: PoolClient,
    maxTries = MAX_TRIES,
  ): Promise<PendingChallenge<Extra>> {
    if (!session) throw refuse.missingParameter('Session');
    const secret = Buffer.from(session, 'base64url');
    const state = z.object({ proofs, extra: schema });
    const found = await this.store.look({ challenge, clientId: client?.id }, secret, state);
    if (!found || found.tries > maxTries) throw refuse.invalidSession();
    if (found.expired) throw refuse.sessionExpired();
    const user = await this.users.find({ kind: 'id', id: found.userId });
    // A request that was in progress when all sessions ended has opened the challenge.
    if (user && user.credentialEpoch !== found.state.proofs.credentialEpoch)
      throw refuse.invalidSession();
    return {
      subjectId: found.userId,
      clientId: found.clientId,
      user,
      proofs: found.state.proofs,
      extra: found.state.extra,
      finish: async (within) => {
        if (!(await this.store.close(secret, within))) throw refuse.invalidSession();
      },
    };
  }
}

/** Returns the state that a sign-in keeps after its first factor, until the next challenge. */
export function stateOf({ user, proofs: shown }: Progress): SignInState {
  return { subjectId: user.id, proofs: shown };
}

function hashed(secret: Uint8Array): Buffer {
  return createHash('sha256').update(secret).digest();
}
