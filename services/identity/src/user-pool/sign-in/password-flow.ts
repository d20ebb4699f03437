import { Injectable } from '@nestjs/common';
import { PasswordLockout } from '../lockout/password-lockout';
import { Passwords } from '../passwords/passwords';
import { refuse } from '../protocol/refusals';
import { Subjects } from '../users/subjects';
import type { AuthAnswer, AuthFlow, FlowStart } from './challenge';
import { required } from './parameters';
import { SignInCompletion } from './sign-in-completion';

/** Sign-in by a password that is sent, for clients that are allowed to. */
@Injectable()
export class PasswordFlow implements AuthFlow {
  readonly names = ['USER_PASSWORD_AUTH'];

  constructor(
    private readonly subjects: Subjects,
    private readonly lockout: PasswordLockout,
    private readonly passwords: Passwords,
    private readonly completion: SignInCompletion,
  ) {}

  async start({ client, parameters }: FlowStart): Promise<AuthAnswer> {
    const username = required(parameters, 'USERNAME');
    const subject = await this.subjects.find(username);
    const password = required(parameters, 'PASSWORD');
    const right = await this.lockout.guard(subject.id, () =>
      this.passwords.matches(subject.id, password),
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
