import { Injectable } from '@nestjs/common';
import type { Transaction } from '@tomekeeper/persistence';
import { z } from 'zod';
import type { PoolClient } from '../clients/pool-clients';
import { refuse } from '../protocol/refusals';
import type { PoolUser } from '../users/pool-user';
import { PoolUsers } from '../users/pool-users';
import { AuthSessions } from './auth-sessions';
import type { ChallengeResponse, SessionPurpose } from './challenge';
import { required } from './parameters';
import { namesSubject, proofs, type Progress, type Proofs } from './progress';

/** Length that the managed service's sessions allow for, as random as anyone could want. */
const SESSION_BYTES = 96;
/** Answers to one challenge. */
const MAX_TRIES = 5;

/** Whose sign-in it is; nobody's when the name typed is unknown. */
export interface Waiting {
  subjectId: string;
  proofs: Proofs;
}

/** A step that someone answers. */
export interface Resumed<Extra> extends Waiting {
  extra: Extra;
  user: PoolUser | undefined;
  clientId: string;
  /** Uses the session up. @throws the protocol's refusal when another answer did so first */
  finish: (within?: Pick<Transaction, 'query'>) => Promise<void>;
}

/** Sign-ins between two steps, as challenges with a `Session` see them. */
@Injectable()
export class SignInSessions {
  constructor(
    private readonly sessions: AuthSessions,
    private readonly users: PoolUsers,
  ) {}

  /** @param extra what the challenge itself must remember @returns the `Session` for the client */
  async open(
    challenge: SessionPurpose,
    client: Pick<PoolClient, 'id'>,
    { subjectId, proofs: shown }: Waiting,
    extra: object = {},
  ): Promise<string> {
    const secret = await this.sessions.open(
      { challenge, clientId: client.id },
      subjectId,
      { proofs: shown, extra },
      SESSION_BYTES,
    );
    return secret.toString('base64url');
  }

  /** The step that a challenge's answer belongs to. @throws the protocol's refusal when there is none */
  async resume<Extra>(
    challenge: SessionPurpose,
    { client, responses, session }: ChallengeResponse,
    schema: z.ZodType<Extra>,
    maxTries = MAX_TRIES,
  ): Promise<Resumed<Extra>> {
    const username = required(responses, 'USERNAME');
    const resumed = await this.find(challenge, session, schema, client, maxTries);
    if (!namesSubject(username, resumed.subjectId, resumed.proofs.username))
      throw refuse.invalidSession();
    return resumed;
  }

  /** The same for operations that send the session and nothing else. */
  async find<Extra>(
    challenge: SessionPurpose,
    session: string | undefined,
    schema: z.ZodType<Extra>,
    client?: PoolClient,
    maxTries = MAX_TRIES,
  ): Promise<Resumed<Extra>> {
    if (!session) throw refuse.missingParameter('Session');
    const secret = Buffer.from(session, 'base64url');
    const state = z.object({ proofs, extra: schema });
    const found = await this.sessions.look({ challenge, clientId: client?.id }, secret, state);
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
        if (!(await this.sessions.close(secret, within))) throw refuse.invalidSession();
      },
    };
  }
}

/** A sign-in whose first factor is done, to be picked up again at the next one. */
export function waiting({ user, proofs: shown }: Progress): Waiting {
  return { subjectId: user.id, proofs: shown };
}
