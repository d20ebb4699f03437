import { Injectable } from '@nestjs/common';
import { PasswordLockout } from '../../lockout/password-lockout';
import { Passwords } from '../../passwords/passwords';
import { refuse } from '../../protocol/refusals';
import type { AuthAnswer } from '../challenge';
import { required } from '../parameters';
import { SignInCompletion } from '../sign-in-completion';
import type { FirstFactor, FirstFactorRequest } from './first-factor';

/** A password that is sent. */
@Injectable()
export class PasswordFactor implements FirstFactor {
  readonly name = 'PASSWORD';

  constructor(
    private readonly lockout: PasswordLockout,
    private readonly passwords: Passwords,
    private readonly completion: SignInCompletion,
  ) {}

  async isOpenTo(): Promise<boolean> {
    return true;
  }

  async begin({ client, subject, username, parameters }: FirstFactorRequest): Promise<AuthAnswer> {
    const password = required(parameters, 'PASSWORD');
    const right = await this.lockout.guard(
      subject.id,
      () => this.passwords.matches(subject.id, password),
      { device: parameters['DEVICE_KEY'] },
    );
    if (!right || !subject.user) throw refuse.wrongCredentials();
    const answer = await this.completion.complete({
      user: subject.user,
      client,
      proofs: { username, first: 'password' },
      responses: parameters,
    });
    return {
      ...answer,
      ChallengeParameters: {
        ...answer.ChallengeParameters,
        USERNAME: subject.id,
        USER_ID_FOR_SRP: subject.id,
      },
    };
  }
}
