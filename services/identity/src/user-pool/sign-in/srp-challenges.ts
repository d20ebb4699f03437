import { Injectable } from '@nestjs/common';
import { PasswordLockout } from '../lockout/password-lockout';
import { Passwords } from '../passwords/passwords';
import { refuse } from '../protocol/refusals';
import { parseClientA, Srp } from '../srp/srp';
import { AuthSessions } from './auth-sessions';
import type { AuthAnswer } from './challenge';
import type { FirstFactorRequest } from './first-factors/first-factor';
import { required } from './parameters';

/** Length that the managed service's blocks have, so that clients get what they are used to. */
const SECRET_BLOCK_BYTES = 256;

/** Sign-in by password that never sends the password: begins the exchange. */
@Injectable()
export class SrpChallenges {
  constructor(
    private readonly lockout: PasswordLockout,
    private readonly passwords: Passwords,
    private readonly srp: Srp,
    private readonly authSessions: AuthSessions,
  ) {}

  /** @param then what follows the right proof, if not what follows any password */
  async ask(
    { client, subject, username, parameters }: FirstFactorRequest,
    then?: 'custom',
  ): Promise<AuthAnswer> {
    const clientA = parseClientA(required(parameters, 'SRP_A'));
    if (clientA === undefined) throw refuse.badSrpA();
    await this.lockout.expectOpen(subject.id);
    const { salt, verifier } = await this.passwords.verifierOf(subject.id);
    const { b, publicB } = await this.srp.challenge(verifier);
    const secretBlock = await this.authSessions.open(
      { challenge: 'PASSWORD_VERIFIER', clientId: client.id },
      subject.id,
      { a: hex(clientA), b: hex(b), publicB: hex(publicB), username, then },
      SECRET_BLOCK_BYTES,
    );
    return {
      ChallengeName: 'PASSWORD_VERIFIER',
      ChallengeParameters: {
        SALT: hex(salt),
        SECRET_BLOCK: secretBlock.toString('base64'),
        SRP_B: hex(publicB),
        USERNAME: subject.id,
        USER_ID_FOR_SRP: subject.id,
      },
    };
  }
}

const hex = (value: bigint) => value.toString(16);
