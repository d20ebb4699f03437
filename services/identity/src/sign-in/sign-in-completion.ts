import { Injectable } from '@nestjs/common';
import { type ProtocolError, refuse } from '../protocol/refusals';
import { TokenIssuer } from '../sessions/token-issuer';
import { UserSessions } from '../sessions/user-sessions';
import type { AuthAnswer, Progress, TokenExtras } from './sign-in-parts';
import { SignInRegistry } from './sign-in-registry';
import type { PoolUser } from '../users/pool-user';

/**
 * Continues a sign-in after the first factor and after each challenge. Account state is checked only here, so that it
 * is revealed only after a correct password, code or passkey.
 */
@Injectable()
export class SignInCompletion {
  constructor(
    private readonly registry: SignInRegistry,
    private readonly sessions: UserSessions,
    private readonly issuer: TokenIssuer,
  ) {}

  /**
   * @returns the next challenge, or tokens after the last one
   * @throws {ProtocolError} when the account may not sign in in its current state
   */
  async complete(progress: Progress): Promise<AuthAnswer> {
    const { user, client, proofs } = progress;
    expectUsable(user);
    if (user.credentialEpoch !== proofs.credentialEpoch) throw sessionsEndedMeanwhile(proofs);
    for (const step of this.registry.steps) {
      const challenge = await step.next(progress);
      if (challenge) return challenge;
    }
    const extras: TokenExtras = {};
    for (const step of this.registry.steps)
      if (step.beforeTokens) Object.assign(extras, await step.beforeTokens(progress));
    const started = await this.sessions.start(user, client, progress.deviceKey);
    if (!started) throw sessionsEndedMeanwhile(proofs);
    const { session, refreshToken } = started;
    const tokens = await this.issuer.issue(user, client, session);
    return {
      AuthenticationResult: { ...tokens, RefreshToken: refreshToken, ...extras },
      ChallengeParameters: {},
    };
  }
}

/** The proofs are void, because all sessions of the account have ended meanwhile. */
function sessionsEndedMeanwhile({ first, second }: Progress['proofs']): ProtocolError {
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
