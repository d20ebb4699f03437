import { Injectable } from '@nestjs/common';
import { attributesOf, missingAttributes } from '../attributes/attribute-rules';
import { TemporaryPasswords } from '../passwords/temporary-passwords';
import { PoolSettings } from '../pool-settings';
import { refuse } from '../protocol/refusals';
import type { AuthAnswer } from './challenge';
import type { Progress, SignInStep } from './progress';
import { SignInSessions, waiting } from './sign-in-sessions';

/** Before each attribute's name among the responses. */
export const ATTRIBUTE_PREFIX = 'userAttributes.';

/** Whoever signs in with a password that they were given chooses their own. */
@Injectable()
export class NewPasswordStep implements SignInStep {
  constructor(
    private readonly settings: PoolSettings,
    private readonly temporary: TemporaryPasswords,
    private readonly sessions: SignInSessions,
  ) {}

  async next(progress: Progress): Promise<AuthAnswer | undefined> {
    const { user, client } = progress;
    if (user.status !== 'FORCE_CHANGE_PASSWORD') return undefined;
    if (await this.temporary.hasExpired(user.id)) throw refuse.temporaryPasswordExpired();
    const missing = missingAttributes(user, this.settings.requiredAttributes);
    const attributes = attributesOf(user).filter(({ Name }) => Name !== 'sub');
    return {
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      ChallengeParameters: {
        USER_ID_FOR_SRP: user.id,
        requiredAttributes: JSON.stringify(missing.map((name) => ATTRIBUTE_PREFIX + name)),
        userAttributes: JSON.stringify(
          Object.fromEntries(attributes.map(({ Name, Value }) => [Name, Value])),
        ),
      },
      Session: await this.sessions.open('NEW_PASSWORD_REQUIRED', client, waiting(progress)),
    };
  }
}
