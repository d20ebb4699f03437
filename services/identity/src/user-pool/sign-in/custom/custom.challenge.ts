import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { PasswordLockout } from '../../lockout/password-lockout';
import { parseUsername } from '../../users/username';
import type { AuthAnswer, ChallengeHandler, ChallengeResponse } from '../challenge';
import { required } from '../parameters';
import { SignInSessions } from '../sign-in-sessions';
import { customQuestion } from './custom-challenges';
import { CustomSteps } from './custom-steps';

const asked = z.object({
  question: customQuestion,
  rounds: z.array(z.object({ question: z.string(), right: z.boolean() })),
});

/** Takes the answer to a question of the installation's own. A wrong one may well be asked again. */
@Injectable()
export class CustomChallenge implements ChallengeHandler {
  readonly name = 'CUSTOM_CHALLENGE';

  constructor(
    private readonly sessions: SignInSessions,
    private readonly lockout: PasswordLockout,
    private readonly steps: CustomSteps,
  ) {}

  async respond(request: ChallengeResponse): Promise<AuthAnswer> {
    const answer = required(request.responses, 'ANSWER');
    const resumed = await this.sessions.resume(this.name, request, asked);
    const { subjectId, user, proofs, extra } = resumed;
    const challenges = this.steps.expectConfigured();
    const right = await this.lockout.guard(
      subjectId,
      () => challenges.isRight(extra.question, answer, user),
      {
        what: proofs.first ? 'second-factor' : 'first-factor-code',
        device: request.responses['DEVICE_KEY'],
      },
    );
    await resumed.finish();
    const subject = { id: subjectId, user, username: parseUsername(proofs.username) };
    const round = { question: extra.question.name, right };
    return this.steps.next(request.client, subject, proofs, [...extra.rounds, round]);
  }
}
