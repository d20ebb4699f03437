import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@tomekeeper/persistence';
import { z } from 'zod';
import type { PoolClient } from '../clients/pool-clients';
import { GuessLockout } from '../lockout/guess-lockout';
import { Passwords, SRP_SECRET } from '../passwords/passwords';
import { refuse } from '../protocol/refusals';
import { PoolSettings } from '../settings/pool-settings';
import type { Verifier } from '../srp/srp';
import { DecoyUsers } from '../users/decoy-users';
import {
  toPoolUser,
  userColumns,
  type PoolUser,
  type PoolUserRow,
  enabledFactors,
  secondFactorsOf,
  type EnabledFactors,
  type FactorRow,
} from '../users/pool-user';
import { canonical, parseUsername, type Username } from '../users/username';
import { SignInCompletion } from './sign-in-completion';
import {
  AuthFlow,
  ChallengeHandler,
  FirstFactor,
  namesSubject,
  required,
  type AuthAnswer,
  type ChallengeResponse,
  type FirstFactorRequest,
  type FlowStart,
} from './sign-in-parts';
import { SignInRegistry } from './sign-in-registry';
import {
  exchange,
  proofIn,
  publicValueIn,
  SrpExchange,
  type ClientProof,
  type Exchange,
} from './srp-exchange';

/** Data of an account, or of its decoy, that a password sign-in needs. */
export interface PasswordAccount {
  id: string;
  user: PoolUser | undefined;
  /** A password must be set by a code, because none was kept. Every other account has a password. */
  awaitsReset: boolean;
  /** A decoy for unknown accounts. */
  verifier: Verifier;
  factors: EnabledFactors;
}

type AccountRow = { [Column in keyof PoolUserRow]: PoolUserRow[Column] | null } & {
  sealed: string | null;
  factors: FactorRow[];
};

/** One statement for known and unknown accounts: signing in is most of the pool's load. */
const accountWhere = (condition: string) => `
  SELECT ${userColumns('u')}, s.sealed,
         (SELECT coalesce(json_agg(f), '[]') FROM (${secondFactorsOf('u.id')}) f) AS factors
    FROM (SELECT $3::uuid AS id) decoy
    LEFT JOIN pool_user u ON u.pool_id = $1 AND ${condition}
    LEFT JOIN pool_secret s ON s.user_id = u.id AND s.kind = '${SRP_SECRET}'`;
const BY_EMAIL = accountWhere('u.email = $2');
const BY_ID = accountWhere('u.id = $2');

/** Reads accounts for password sign-in. */
@Injectable()
export class PasswordAccounts {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: PoolSettings,
    private readonly passwords: Passwords,
    private readonly decoys: DecoyUsers,
  ) {}

  async of(username: Username): Promise<PasswordAccount> {
    const decoyId = this.decoys.idOf(username);
    const [row] = await this.uow.queryOften<AccountRow>(username.kind === 'id' ? BY_ID : BY_EMAIL, [
      this.settings.poolId,
      nameIn(username),
      decoyId,
    ]);
    if (!row) throw new Error('The statement returns one row for every subject.');
    const user = hasUser(row) ? toPoolUser(row) : undefined;
    const id = user?.id ?? decoyId;
    return {
      id,
      user,
      awaitsReset: user?.status === 'RESET_REQUIRED' && row.sealed === null,
      verifier: this.passwords.opened(id, row.sealed),
      factors: enabledFactors(row.factors),
    };
  }
}

const hasUser = (row: AccountRow): row is AccountRow & PoolUserRow => row.id !== null;

/** No account has a name of kind `other`, which may contain characters that the database rejects. */
const nameIn = (username: Username): string =>
  username.kind === 'other' ? '' : canonical(username);

const passwordExchange = exchange.extend({
  username: z.string(),
  /** The flow that continues after a correct proof; without it the regular steps follow. */
  then: z.string().optional(),
});

/** SRP sign-in, which never sends the password: starts the exchange. */
@Injectable()
export class PasswordChallenges {
  constructor(
    private readonly accounts: PasswordAccounts,
    private readonly exchange: SrpExchange,
  ) {}

  /** @param then the `continuation` of the flow that continues after a correct proof */
  async ask(
    { client, subject, username, parameters }: FirstFactorRequest,
    then?: string,
  ): Promise<AuthAnswer> {
    const clientA = publicValueIn(parameters);
    const account = await this.accounts.of({ kind: 'id', id: subject.id });
    return this.open(client, account, { username, clientA, then });
  }

  /** Like `ask`, for an account that was just read. */
  async open(
    client: PoolClient,
    { id, verifier }: PasswordAccount,
    { username, clientA, then }: { username: string; clientA: bigint; then?: string | undefined },
  ): Promise<AuthAnswer> {
    const key = { challenge: 'PASSWORD_VERIFIER', clientId: client.id } as const;
    const parameters = await this.exchange.begin(key, id, verifier, clientA, { username, then });
    return {
      ChallengeName: 'PASSWORD_VERIFIER',
      ChallengeParameters: { ...parameters, USERNAME: id, USER_ID_FOR_SRP: id },
    };
  }
}

@AuthFlow()
@Injectable()
export class SrpFlow implements AuthFlow {
  readonly names = ['USER_SRP_AUTH'];

  constructor(
    private readonly accounts: PasswordAccounts,
    private readonly challenges: PasswordChallenges,
  ) {}

  async start({ client, parameters }: FlowStart): Promise<AuthAnswer> {
    const username = required(parameters, 'USERNAME');
    const clientA = publicValueIn(parameters);
    const account = await this.accounts.of(parseUsername(username));
    return this.challenges.open(client, account, { username, clientA });
  }
}

/** SRP as a selectable first factor. */
@FirstFactor()
@Injectable()
export class PasswordSrpFactor implements FirstFactor {
  readonly name = 'PASSWORD_SRP';

  constructor(private readonly challenges: PasswordChallenges) {}

  async isOpenTo(): Promise<boolean> {
    return true;
  }

  async begin(request: FirstFactorRequest): Promise<AuthAnswer> {
    const answer = await this.challenges.ask(request);
    // Clients return a session, but only the block in the parameters is used.
    return { ...answer, Session: answer.ChallengeParameters['SECRET_BLOCK'] };
  }
}

/** Verifies the proof against the current verifier. */
@ChallengeHandler()
@Injectable()
export class PasswordVerifierChallenge implements ChallengeHandler {
  readonly name = 'PASSWORD_VERIFIER';

  constructor(
    private readonly registry: SignInRegistry,
    private readonly exchange: SrpExchange,
    private readonly accounts: PasswordAccounts,
    private readonly passwords: Passwords,
    private readonly lockout: GuessLockout,
    private readonly completion: SignInCompletion,
  ) {}

  async respond({ client, responses }: ChallengeResponse): Promise<AuthAnswer> {
    const proof = proofIn(responses);
    for (const step of this.registry.steps)
      await step.beforePasswordProof?.(proof.username, responses);
    const key = { challenge: this.name, clientId: client.id } as const;
    const { userId, state } = await this.exchange.take(key, proof, passwordExchange);
    if (!namesSubject(proof.username, userId, state.username)) throw refuse.invalidSession();
    const account = await this.provedBy(userId, state, proof, responses['DEVICE_KEY']);
    if (!account?.user) throw refuse.wrongCredentials();
    const { user, factors } = account;
    const proofs = {
      username: state.username,
      first: 'password',
      credentialEpoch: user.credentialEpoch,
    } as const;
    if (state.then === undefined)
      return this.completion.complete({ user, client, proofs, factors, responses });
    const flow = this.registry.flowContinuing(state.then);
    if (!flow?.afterPassword) throw refuse.invalidSession();
    return flow.afterPassword(client, user, proofs);
  }

  /**
   * @param device device key that the client claims
   * @returns the account whose password was proved, or undefined
   * @throws {ProtocolError} while the source is locked out, and when the account has no password
   */
  private async provedBy(
    userId: string,
    state: Exchange,
    proof: ClientProof,
    device: string | undefined,
  ): Promise<PasswordAccount | undefined> {
    let account: PasswordAccount | undefined;
    const isRight = async () => {
      account = await this.accounts.of({ kind: 'id', id: userId });
      if (account.awaitsReset) return true;
      const identity = this.passwords.identity(userId);
      return this.exchange.proves(identity, account.verifier, state, proof);
    };
    const right = await this.lockout.guard(userId, isRight, { device });
    if (account?.awaitsReset) throw refuse.resetRequired();
    return right ? account : undefined;
  }
}
