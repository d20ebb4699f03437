import { Injectable } from '@nestjs/common';
import { refuse } from '../protocol/refusals';
import type { AuthAnswer, ChallengeHandler, ChallengeResponse } from '../sign-in/challenge';
import { firstProved } from '../sign-in/progress';
import { SignInCodes } from '../sign-in/sign-in-codes';
import { SignInCompletion } from '../sign-in/sign-in-completion';
import { SignInSessions } from '../sign-in/sign-in-sessions';
import { subjectOf } from '../users/subjects';
import { parseUsername } from '../users/username';
import { setupState } from './mfa-setup';

/** Ends the setup of a second factor in the middle of a sign-in, or begins that of codes by mail. */
@Injectable()
export class MfaSetupChallenge implements ChallengeHandler {
  readonly name = 'MFA_SETUP';

  constructor(
    private readonly sessions: SignInSessions,
    private readonly codes: SignInCodes,
    private readonly completion: SignInCompletion,
  ) {}

  async respond(request: ChallengeResponse): Promise<AuthAnswer> {
    const { client, responses } = request;
    const { user, proofs, finish } = await this.sessions.resume(this.name, request, setupState);
    if (!user) throw refuse.invalidSession();
    const email = responses['EMAIL'];
    if (!proofs.second && email) {
      const username = parseUsername(email);
      // Whoever only knows the password must not choose the mailbox.
      if (username.kind !== 'email' || username.email !== user.email)
        throw refuse.invalidParameter('The e-mail address must be that of the account.');
      await finish();
      return this.codes.ask('EMAIL_OTP', client, subjectOf(user), proofs, { setup: true });
    }
    if (!proofs.second) throw refuse.invalidParameter('No MFA method has been set up yet.');
    await finish();
    return this.completion.complete({ user, client, proofs: firstProved(proofs), responses });
  }
}
