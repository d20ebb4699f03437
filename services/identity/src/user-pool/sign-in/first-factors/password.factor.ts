import { Injectable } from '@nestjs/common';
import { PasswordLockout } from '../../lockout/password-lockout';
import { Passwords } from '../../passwords/passwords';
import { refuse } from '../../protocol/refusals';
import type { Subject } from '../../users/subjects';
import type { AuthAnswer } from '../challenge';
import { required } from '../parameters';
import { SignInCompletion } from '../sign-in-completion';
import { began } from '../progress';
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
    const awaitsReset = await this.awaitsReset(subject);
    const right = await this.lockout.guard(
      subject.id,
      async () => awaitsReset || (await this.passwords.matches(subject.id, password)),
      { device: parameters['DEVICE_KEY'] },
    );
    if (awaitsReset) throw refuse.resetRequired();
    if (!right || !subject.user) throw refuse.wrongCredentials();
    const answer = await this.completion.complete({
      user: subject.user,
      client,
      proofs: { ...began(username, subject.user), first: 'password' },
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

  /** Whether none was kept when the address was confirmed: there is nothing to prove. */
  private async awaitsReset({ id, user }: Subject): Promise<boolean> {
    return user?.status === 'RESET_REQUIRED' && !(await this.passwords.has(id));
  }
}
