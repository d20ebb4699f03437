import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { PasswordLockout, type Guess } from '../lockout/password-lockout';
import { refuse } from '../protocol/refusals';
import type { AuthAnswer, ChallengeHandler, ChallengeResponse } from '../sign-in/challenge';
import { required } from '../sign-in/parameters';
import { firstProved } from '../sign-in/progress';
import { SignInCompletion } from '../sign-in/sign-in-completion';
import { SignInSessions } from '../sign-in/sign-in-sessions';
import type { PoolUser } from '../users/pool-user';
import { looksLikeRecoveryCode } from './recovery-codes';
import { RecoverySignIn } from './recovery-sign-in';
import { SoftwareTokens } from './software-tokens';

/** Takes a code of the authenticator app, or a recovery code in its place. */
@Injectable()
export class SoftwareTokenChallenge implements ChallengeHandler {
  readonly name = 'SOFTWARE_TOKEN_MFA';

  constructor(
    private readonly sessions: SignInSessions,
    private readonly lockout: PasswordLockout,
    private readonly tokens: SoftwareTokens,
    private readonly recovery: RecoverySignIn,
    private readonly completion: SignInCompletion,
  ) {}

  async respond(request: ChallengeResponse): Promise<AuthAnswer> {
    const code = required(request.responses, 'SOFTWARE_TOKEN_MFA_CODE');
    const { user, proofs, finish } = await this.sessions.resume(this.name, request, z.unknown());
    if (!user) throw refuse.invalidSession();
    const guess = { what: 'second-factor', device: request.responses['DEVICE_KEY'] } as const;
    const second = looksLikeRecoveryCode(code)
      ? await this.expectRecoveryCode(user, code, guess)
      : await this.expectTokenCode(user, code, guess);
    await finish();
    return this.completion.complete({
      user,
      client: request.client,
      proofs: { ...firstProved(proofs), second },
      responses: request.responses,
    });
  }

  private async expectTokenCode(
    user: PoolUser,
    code: string,
    guess: Guess,
  ): Promise<'software-token'> {
    let replayed = false;
    const right = await this.lockout.guard(
      user.id,
      async () => {
        const verdict = await this.tokens.check(user.id, code);
        replayed = verdict === 'replayed';
        return verdict === 'right';
      },
      guess,
    );
    if (replayed) throw refuse.softwareTokenReplayed();
    if (!right) throw refuse.wrongSoftwareTokenCode();
    return 'software-token';
  }

  private async expectRecoveryCode(
    user: PoolUser,
    code: string,
    guess: Guess,
  ): Promise<'recovery-code'> {
    const right = await this.lockout.guard(user.id, () => this.recovery.use(user, code), guess);
    if (!right) throw refuse.wrongSoftwareTokenCode();
    return 'recovery-code';
  }
}
