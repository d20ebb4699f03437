import { Injectable } from '@nestjs/common';
import type { PoolClient } from '../clients/pool-clients';
import { refuse } from '../protocol/refusals';
import { parseClientA, Srp } from '../srp/srp';
import { AuthSessions } from './auth-sessions';
import type { AuthAnswer } from './challenge';
import type { FirstFactorRequest } from './first-factors/first-factor';
import { required } from './parameters';
import { PasswordAccounts, type PasswordAccount } from './password-accounts';

/** Length that the managed service's blocks have, so that clients get what they are used to. */
const SECRET_BLOCK_BYTES = 256;

/** Sign-in by password that never sends the password: begins the exchange. */
@Injectable()
export class SrpChallenges {
  constructor(
    private readonly accounts: PasswordAccounts,
    private readonly srp: Srp,
    private readonly authSessions: AuthSessions,
  ) {}

  /** @param then what follows the right proof, if not what follows any password */
  async ask(
    { client, subject, username, parameters }: FirstFactorRequest,
    then?: 'custom',
  ): Promise<AuthAnswer> {
    const clientA = publicValueIn(parameters);
    const account = await this.accounts.of({ kind: 'id', id: subject.id });
    return this.open(client, account, { username, clientA, then });
  }

  /** The same for an account that was just read. */
  async open(
    client: PoolClient,
    { id, verifier: { salt, verifier } }: PasswordAccount,
    { username, clientA, then }: { username: string; clientA: bigint; then?: 'custom' | undefined },
  ): Promise<AuthAnswer> {
    const { b, publicB } = await this.srp.challenge(verifier);
    const secretBlock = await this.authSessions.open(
      { challenge: 'PASSWORD_VERIFIER', clientId: client.id },
      id,
      { a: hex(clientA), b: hex(b), publicB: hex(publicB), username, then },
      SECRET_BLOCK_BYTES,
    );
    return {
      ChallengeName: 'PASSWORD_VERIFIER',
      ChallengeParameters: {
        SALT: hex(salt),
        SECRET_BLOCK: secretBlock.toString('base64'),
        SRP_B: hex(publicB),
        USERNAME: id,
        USER_ID_FOR_SRP: id,
      },
    };
  }
}

/** @throws the protocol's refusal when it is none that an honest client would send */
export function publicValueIn(parameters: Readonly<Record<string, string>>): bigint {
  const clientA = parseClientA(required(parameters, 'SRP_A'));
  if (clientA === undefined) throw refuse.badSrpA();
  return clientA;
}

const hex = (value: bigint) => value.toString(16);
