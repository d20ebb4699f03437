import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import {
  missingAttributes,
  parseAttributes,
  type WrittenAttributes,
} from '../attributes/attribute-rules';
import { FirstOwnPasswords } from '../passwords/first-own-passwords';
import { PoolSettings } from '../pool-settings';
import { refuse } from '../protocol/refusals';
import type { PoolUser } from '../users/pool-user';
import type { AuthAnswer, ChallengeHandler, ChallengeResponse } from './challenge';
import { ATTRIBUTE_PREFIX } from './new-password-step';
import { required } from './parameters';
import { firstProved } from './progress';
import { SignInCompletion } from './sign-in-completion';
import { SignInSessions } from './sign-in-sessions';

/** People need a few tries until a new password has all that it must have. */
const MAX_TRIES = 20;

@Injectable()
export class NewPasswordChallenge implements ChallengeHandler {
  readonly name = 'NEW_PASSWORD_REQUIRED';

  constructor(
    private readonly settings: PoolSettings,
    private readonly sessions: SignInSessions,
    private readonly firstPasswords: FirstOwnPasswords,
    private readonly completion: SignInCompletion,
  ) {}

  async respond(request: ChallengeResponse): Promise<AuthAnswer> {
    const { client, responses } = request;
    const password = required(responses, 'NEW_PASSWORD');
    const { user, proofs, finish } = await this.sessions.resume(
      this.name,
      request,
      z.unknown(),
      MAX_TRIES,
    );
    if (!user) throw refuse.invalidSession();
    const names = this.attributes(user, responses);
    const changed = await this.firstPasswords.choose(user, password, names, finish);
    return this.completion.complete({
      user: changed,
      client,
      // Their own new password is what counts from here on.
      proofs: { ...firstProved(proofs), credentialEpoch: changed.credentialEpoch },
      responses,
    });
  }

  private attributes(
    user: PoolUser,
    responses: Readonly<Record<string, string>>,
  ): WrittenAttributes {
    const list = Object.entries(responses)
      .filter(([key]) => key.startsWith(ATTRIBUTE_PREFIX))
      .map(([key, Value]) => ({ Name: key.slice(ATTRIBUTE_PREFIX.length), Value }));
    const { email, phoneNumber, ...names } = parseAttributes(list);
    // It would have to be verified, in the middle of a sign-in.
    if (phoneNumber !== undefined) throw refuse.attributeNotWritable('phone_number');
    if (email !== undefined && email.trim().toLowerCase() !== user.email)
      throw refuse.badAttribute('email: The e-mail address must be the username.');
    const [missing] = missingAttributes({ ...user, ...names }, this.settings.requiredAttributes);
    if (missing) throw refuse.badAttribute(`${missing}: The attribute is required`);
    return names;
  }
}
