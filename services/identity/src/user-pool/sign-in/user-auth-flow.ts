import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { refuse } from '../protocol/refusals';
import { Subjects } from '../users/subjects';
import type { AuthAnswer, AuthFlow, FlowStart } from './challenge';
import { FirstFactors } from './first-factors/first-factors';
import { required } from './parameters';
import { SignInCompletion } from './sign-in-completion';
import { SignInSessions } from './sign-in-sessions';

/** Sign-in that begins with what the person chooses, or goes on from a sign-up that was just confirmed. */
@Injectable()
export class UserAuthFlow implements AuthFlow {
  readonly names = ['USER_AUTH'];

  constructor(
    private readonly subjects: Subjects,
    private readonly firstFactors: FirstFactors,
    private readonly sessions: SignInSessions,
    private readonly completion: SignInCompletion,
  ) {}

  async start({ client, parameters, session }: FlowStart): Promise<AuthAnswer> {
    const username = required(parameters, 'USERNAME');
    if (session !== undefined) return this.continueSignUp({ client, parameters, session });
    const subject = await this.subjects.find(username);
    return this.firstFactors.begin(
      { client, subject, username, parameters },
      parameters['PREFERRED_CHALLENGE'],
    );
  }

  private async continueSignUp({ client, parameters, session }: FlowStart): Promise<AuthAnswer> {
    const { user, proofs, finish } = await this.sessions.resume(
      'CONFIRMED_SIGN_UP',
      { client, responses: parameters, session },
      z.unknown(),
    );
    if (!user) throw refuse.invalidSession();
    await finish();
    return this.completion.complete({
      user,
      client,
      proofs: { ...proofs, first: 'sign-up' },
      responses: parameters,
    });
  }
}
