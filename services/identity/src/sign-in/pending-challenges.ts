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

/** What a secret may be used for: to answer a challenge, in or after a sign-in, or to sign in right after a sign-up. */
export type ChallengePurpose = ChallengeName | 'CONFIRMED_SIGN_UP' | 'REAUTHENTICATION';

/** The challenge and the client that a secret was made for. */
export interface ChallengeKey {
  challenge: ChallengePurpose;
  clientId: string;
}

/** What is stored of a challenge, as an answer to it finds it. */
export interface StoredChallenge<State> {
  userId: string;
  clientId: string;
  state: State;
  /** Answers to this challenge so far, this one included. */
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

/** Time a person has for one step. */
const LIFETIME_MS = 3 * 60 * 1000;
/** Random bytes of a session: enough against guessing, and within the length that the managed service allows. */
const SESSION_BYTES = 96;
/** Answers to one challenge. */
const MAX_TRIES = 5;

/**
 * The rows of challenges that wait for their answer. The client holds a random secret that names one; it works once,
 * for the challenge and the client that it was made for.
 */
@Injectable()
export class ChallengeStore {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: PoolSettings,
    @Inject(POOL_KEYRING) private readonly keyring: Keyring,
  ) {}

  /** @returns the secret that the client will send back */
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

  /** Uses the secret up. @returns undefined when it is unknown, used, too old or for something else */
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
   * Looks at a challenge that survives a wrong answer, and counts the look: before the answer is, so that
   * answers that come all at once are counted too.
   * @returns undefined when it is unknown, used or for something else
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

  /** Uses the secret up. @returns false when another request was faster */
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

/** Whose sign-in it is, known or not, and what they have shown. */
export interface SignInState {
  subjectId: string;
  proofs: Proofs;
}

/** A challenge that a request answers. */
export interface PendingChallenge<Extra> extends SignInState {
  extra: Extra;
  user: PoolUser | undefined;
  clientId: string;
  /** Uses the session up. @throws the protocol's refusal when another answer did so first */
  finish: (within?: Pick<Transaction, 'query'>) => Promise<void>;
}

/** Challenges of sign-ins under way, named by what the protocol calls a `Session`. */
@Injectable()
export class PendingChallenges {
  constructor(
    private readonly store: ChallengeStore,
    private readonly users: PoolUsers,
  ) {}

  /** @param extra what the challenge itself must remember @returns the `Session` for the client */
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

  /** The step that a challenge's answer belongs to. @throws the protocol's refusal when there is none */
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

  /** The same for operations that send the session and nothing else. */
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
    // Opened by a request that was still on its way when all sessions ended.
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

/** What is kept of a sign-in whose first factor is done, until its next challenge is answered. */
export function stateOf({ user, proofs: shown }: Progress): SignInState {
  return { subjectId: user.id, proofs: shown };
}

function hashed(secret: Uint8Array): Buffer {
  return createHash('sha256').update(secret).digest();
}
