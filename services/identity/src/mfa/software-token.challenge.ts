import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { GuessLockout, type Guess } from '../lockout/guess-lockout';
import { refuse } from '../protocol/refusals';
import { PendingChallenges, stateOf } from '../sign-in/pending-challenges';
import { SignInCompletion } from '../sign-in/sign-in-completion';
import {
  ChallengeHandler,
  requireFirstFactor,
  required,
  SecondFactor,
  type AuthAnswer,
  type ChallengeResponse,
  type Progress,
} from '../sign-in/sign-in-parts';
import type { PoolUser } from '../users/pool-user';
import { looksLikeRecoveryCode, RecoveryCodes } from './recovery-codes';
import { SoftwareTokens } from './software-tokens';

/** Verifies a code of the authenticator app, or a recovery code. */
@ChallengeHandler()
@SecondFactor()
@Injectable()
export class SoftwareTokenChallenge implements ChallengeHandler, SecondFactor {
  readonly name = 'SOFTWARE_TOKEN_MFA';
  readonly kind = 'SOFTWARE_TOKEN_MFA';

  constructor(
    private readonly pending: PendingChallenges,
    private readonly lockout: GuessLockout,
    private readonly tokens: SoftwareTokens,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly completion: SignInCompletion,
  ) {}

  async ask(progress: Progress): Promise<AuthAnswer> {
    const appName = await this.tokens.nameOf(progress.user.id);
    return {
      ChallengeName: this.name,
      ChallengeParameters: {
        USER_ID_FOR_SRP: progress.user.id,
        ...(appName ? { FRIENDLY_DEVICE_NAME: appName } : {}),
      },
      Session: await this.pending.open(this.name, progress.client, stateOf(progress)),
    };
  }

  async respond(request: ChallengeResponse): Promise<AuthAnswer> {
    const code = required(request.responses, 'SOFTWARE_TOKEN_MFA_CODE');
    const { user, proofs, finish } = await this.pending.resume(this.name, request, z.unknown());
    if (!user) throw refuse.invalidSession();
    const guess = { what: 'second-factor', device: request.responses['DEVICE_KEY'] } as const;
    const second = looksLikeRecoveryCode(code)
      ? await this.expectRecoveryCode(user, code, guess)
      : await this.expectTokenCode(user, code, guess);
    await finish();
    return this.completion.complete({
      user,
      client: request.client,
      proofs: { ...requireFirstFactor(proofs), second },
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
    const right = await this.lockout.guard(
      user.id,
      () => this.recoveryCodes.redeem(user, code),
      guess,
    );
    if (!right) throw refuse.wrongSoftwareTokenCode();
    return 'recovery-code';
  }
}
