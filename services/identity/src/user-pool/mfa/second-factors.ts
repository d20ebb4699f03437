import { Injectable } from '@nestjs/common';
import type { AuthAnswer, SecondFactorName } from '../sign-in/challenge';
import type { Progress } from '../sign-in/progress';
import { SignInCodes } from '../sign-in/sign-in-codes';
import { SignInSessions, waiting } from '../sign-in/sign-in-sessions';
import { subjectOf } from '../users/subjects';
import { SoftwareTokens } from './software-tokens';

/** Asks for one second factor. */
@Injectable()
export class SecondFactors {
  constructor(
    private readonly sessions: SignInSessions,
    private readonly tokens: SoftwareTokens,
    private readonly codes: SignInCodes,
  ) {}

  async ask(kind: SecondFactorName, progress: Progress): Promise<AuthAnswer> {
    if (kind === 'SOFTWARE_TOKEN_MFA') return this.askForTokenCode(progress);
    return this.codes.ask(kind, progress.client, subjectOf(progress.user), progress.proofs);
  }

  private async askForTokenCode(progress: Progress): Promise<AuthAnswer> {
    const name = await this.tokens.nameOf(progress.user.id);
    return {
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      ChallengeParameters: {
        USER_ID_FOR_SRP: progress.user.id,
        ...(name ? { FRIENDLY_DEVICE_NAME: name } : {}),
      },
      Session: await this.sessions.open('SOFTWARE_TOKEN_MFA', progress.client, waiting(progress)),
    };
  }
}
