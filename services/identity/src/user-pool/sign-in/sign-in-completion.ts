import { Inject, Injectable } from '@nestjs/common';
import { NewDevices } from '../devices/new-devices';
import type { ProtocolError } from '../protocol/protocol-error';
import { refuse } from '../protocol/refusals';
import { TokenIssuer } from '../tokens/token-issuer';
import { UserSessions } from '../tokens/user-sessions';
import type { PoolUser } from '../users/pool-user';
import type { AuthAnswer } from './challenge';
import type { Progress, SignInStep } from './progress';

export const SIGN_IN_STEPS = Symbol('sign-in steps');

/**
 * What follows a right first factor, and each step after it. An account's state is looked at only here,
 * so that nobody learns it without a password, a code or a passkey.
 */
@Injectable()
export class SignInCompletion {
  constructor(
    private readonly sessions: UserSessions,
    private readonly issuer: TokenIssuer,
    private readonly newDevices: NewDevices,
    @Inject(SIGN_IN_STEPS) private readonly steps: readonly SignInStep[],
  ) {}

  /**
   * @returns the next challenge, or tokens when there is none left
   * @throws the protocol's refusal when the account may not sign in as it stands
   */
  async complete(progress: Progress): Promise<AuthAnswer> {
    const { user, client, proofs } = progress;
    expectUsable(user);
    if (user.credentialEpoch !== proofs.credentialEpoch) throw overtaken(proofs);
    for (const step of this.steps) {
      const challenge = await step.next(progress);
      if (challenge) return challenge;
    }
    const device = await this.newDevices.introduce(progress);
    const started = await this.sessions.start(user, client, progress.deviceKey);
    if (!started) throw overtaken(proofs);
    const { session, refreshToken } = started;
    const tokens = await this.issuer.issue(user, client, session);
    return {
      AuthenticationResult: {
        ...tokens,
        RefreshToken: refreshToken,
        ...(device ? { NewDeviceMetadata: device } : {}),
      },
      ChallengeParameters: {},
    };
  }
}

/** What was proved counts no more, since all sessions of the account have ended meanwhile. */
function overtaken({ first, second }: Progress['proofs']): ProtocolError {
  return first === 'password' && !second ? refuse.wrongCredentials() : refuse.invalidSession();
}

function expectUsable(user: PoolUser): void {
  if (!user.enabled) throw refuse.disabled();
  switch (user.status) {
    case 'CONFIRMED':
    case 'FORCE_CHANGE_PASSWORD':
      return;
    case 'UNCONFIRMED':
      throw refuse.notConfirmed();
    case 'RESET_REQUIRED':
      throw refuse.resetRequired();
  }
}
