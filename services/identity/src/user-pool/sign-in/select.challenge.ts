import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { parseUsername } from '../users/username';
import type { AuthAnswer, ChallengeHandler, ChallengeResponse } from './challenge';
import { FirstFactors } from './first-factors/first-factors';
import { required } from './parameters';
import { SignInSessions } from './sign-in-sessions';

/** The session proves nothing yet, so someone may well try one factor after the other. */
const MAX_TRIES = 20;

/** Takes the choice of what to begin a sign-in with. */
@Injectable()
export class SelectChallenge implements ChallengeHandler {
  readonly name = 'SELECT_CHALLENGE';

  constructor(
    private readonly sessions: SignInSessions,
    private readonly firstFactors: FirstFactors,
  ) {}

  async respond(request: ChallengeResponse): Promise<AuthAnswer> {
    const { client, responses } = request;
    const chosen = required(responses, 'ANSWER');
    const { subjectId, user, proofs, finish } = await this.sessions.resume(
      this.name,
      request,
      z.unknown(),
      MAX_TRIES,
    );
    const subject = { id: subjectId, user, username: parseUsername(proofs.username) };
    const answer = await this.firstFactors.beginChosen(
      { client, subject, username: proofs.username, parameters: responses },
      chosen,
    );
    if (answer.AuthenticationResult) await finish();
    return answer;
  }
}
