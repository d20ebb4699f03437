import { Injectable } from '@nestjs/common';
import { PoolSettings } from '../pool-settings';
import type { AuthAnswer } from '../sign-in/challenge';
import type { Progress, SignInStep } from '../sign-in/progress';
import { SignInSessions, waiting } from '../sign-in/sign-in-sessions';
import { MfaFactors } from './mfa-factors';
import { SecondFactors } from './second-factors';
import { SETUP_CHOICES } from './mfa-setup';

/** Asks for a second factor: of everyone who has one, and of everyone where the pool says so. */
@Injectable()
export class MfaStep implements SignInStep {
  constructor(
    private readonly settings: PoolSettings,
    private readonly factors: MfaFactors,
    private readonly secondFactors: SecondFactors,
    private readonly sessions: SignInSessions,
  ) {}

  async next(progress: Progress): Promise<AuthAnswer | undefined> {
    const { first, second } = progress.proofs;
    // Whoever writes the steps of a custom sign-in decides about all of them.
    if (second || first === 'custom' || this.settings.mfa === 'OFF') return undefined;
    const { kinds, preferred } = progress.factors ?? (await this.factors.of(progress.user.id));
    const [only, ...others] = kinds;
    if (only === undefined) return this.settings.mfa === 'ON' ? this.setup(progress) : undefined;
    const kind = preferred ?? (others.length === 0 ? only : undefined);
    return kind ? this.secondFactors.ask(kind, progress) : this.choice(progress, kinds);
  }

  private async choice(progress: Progress, kinds: readonly string[]): Promise<AuthAnswer> {
    return {
      ChallengeName: 'SELECT_MFA_TYPE',
      ChallengeParameters: {
        MFAS_CAN_CHOOSE: JSON.stringify(kinds),
        USER_ID_FOR_SRP: progress.user.id,
      },
      Session: await this.sessions.open('SELECT_MFA_TYPE', progress.client, waiting(progress)),
    };
  }

  private async setup(progress: Progress): Promise<AuthAnswer> {
    return {
      ChallengeName: 'MFA_SETUP',
      ChallengeParameters: {
        MFAS_CAN_SETUP: JSON.stringify(SETUP_CHOICES),
        USER_ID_FOR_SRP: progress.user.id,
      },
      Session: await this.sessions.open('MFA_SETUP', progress.client, waiting(progress)),
    };
  }
}
