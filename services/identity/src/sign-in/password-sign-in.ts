import { Injectable } from '@nestjs/common';
import { GuessLockout } from '../lockout/guess-lockout';
import { Passwords } from '../passwords/passwords';
import { refuse } from '../protocol/refusals';
import { Subjects, type Subject } from '../users/subjects';
import { SignInCompletion } from './sign-in-completion';
import {
  AuthFlow,
  began,
  FirstFactor,
  required,
  type AuthAnswer,
  type FirstFactorRequest,
  type FlowStart,
} from './sign-in-parts';

/** A password that is sent, where people choose what to begin with. */
@FirstFactor()
@Injectable()
export class PasswordFactor implements FirstFactor {
  readonly name = 'PASSWORD';

  constructor(
    private readonly lockout: GuessLockout,
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
    return user?.status === 'RESET_REQUIRED' && !(await this.passwords.exists(id));
  }
}

/** The same for clients that are allowed to send passwords. */
@AuthFlow()
@Injectable()
export class PasswordFlow implements AuthFlow {
  readonly names = ['USER_PASSWORD_AUTH'];

  constructor(
    private readonly subjects: Subjects,
    private readonly password: PasswordFactor,
  ) {}

  async start({ client, parameters }: FlowStart): Promise<AuthAnswer> {
    const username = required(parameters, 'USERNAME');
    const subject = await this.subjects.find(username);
    return this.password.begin({ client, subject, username, parameters });
  }
}
