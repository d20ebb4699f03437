import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { refuse } from '../protocol/refusals';
import type { AuthAnswer, ChallengeHandler, ChallengeResponse } from '../sign-in/challenge';
import { aliasOf } from '../sign-in/challenge-aliases';
import { required } from '../sign-in/parameters';
import { firstProved } from '../sign-in/progress';
import { SignInSessions } from '../sign-in/sign-in-sessions';
import { MfaFactors } from './mfa-factors';
import { SecondFactors } from './second-factors';

/** Lets a person with several second factors pick one. */
@Injectable()
export class SelectMfaTypeChallenge implements ChallengeHandler {
  readonly name = 'SELECT_MFA_TYPE';

  constructor(
    private readonly sessions: SignInSessions,
    private readonly factors: MfaFactors,
    private readonly secondFactors: SecondFactors,
  ) {}

  async respond(request: ChallengeResponse): Promise<AuthAnswer> {
    const answer = required(request.responses, 'ANSWER');
    const { user, proofs, finish } = await this.sessions.resume(this.name, request, z.unknown());
    if (!user) throw refuse.invalidSession();
    const { kinds } = await this.factors.of(user.id);
    const kind = kinds.find((one) => one === aliasOf(answer).challenge);
    if (!kind) throw refuse.invalidParameter('ANSWER is none of the MFA types to choose from.');
    await finish();
    return this.secondFactors.ask(kind, {
      user,
      client: request.client,
      proofs: firstProved(proofs),
      responses: request.responses,
    });
  }
}
