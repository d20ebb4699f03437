import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { GuessLockout } from '../lockout/guess-lockout';
import { Passwords } from '../passwords/passwords';
import { TemporaryPasswords } from '../passwords/password-changes';
import { refuse } from '../protocol/refusals';
import { PoolSettings } from '../settings/pool-settings';
import { PendingChallenges, stateOf } from './pending-challenges';
import {
  type AuthAnswer,
  AuthFlow,
  newProofs,
  ChallengeHandler,
  type ChallengeResponse,
  FirstFactor,
  type FirstFactorRequest,
  requireFirstFactor,
  type FlowStart,
  type Parameters,
  type Progress,
  required,
  SignInStep,
} from './sign-in-parts';
import { SignInCompletion } from './sign-in-completion';
import {
  attributesOf,
  missingAttributes,
  parseAttributes,
  type WrittenAttributes,
} from '../users/attribute-rules';
import type { PoolUser } from '../users/pool-user';
import { type Subject, Subjects } from '../users/pool-users';

/** A plain-text password as a selectable first factor. */
@FirstFactor()
@Injectable()
export class PasswordFactor implements FirstFactor {
  readonly name = 'PASSWORD';

  constructor(
    private readonly lockout: GuessLockout,
    private readonly passwords: Passwords,
    private readonly completion: SignInCompletion,
  ) {}

  async isOpenTo(): Promise<boolean> {
    return true;
  }

  async begin({ client, subject, username, parameters }: FirstFactorRequest): Promise<AuthAnswer> {
    const password = required(parameters, 'PASSWORD');
    const awaitsReset = await this.awaitsReset(subject);
    const right = await this.lockout.guard(
      subject.id,
      async () => awaitsReset || (await this.passwords.matches(subject.id, password)),
      { device: parameters['DEVICE_KEY'] },
    );
    if (awaitsReset) throw refuse.resetRequired();
    if (!right || !subject.user) throw refuse.wrongCredentials();
    const answer = await this.completion.complete({
      user: subject.user,
      client,
      proofs: { ...newProofs(username, subject.user), first: 'password' },
      responses: parameters,
    });
    return {
      ...answer,
      ChallengeParameters: {
        ...answer.ChallengeParameters,
        USERNAME: subject.id,
        USER_ID_FOR_SRP: subject.id,
      },
    };
  }

  /** No password was kept when the address was confirmed, so there is none to verify. */
  private async awaitsReset({ id, user }: Subject): Promise<boolean> {
    return user?.status === 'RESET_REQUIRED' && !(await this.passwords.exists(id));
  }
}

/** USER_PASSWORD_AUTH, for clients that are allowed to send passwords. */
@AuthFlow()
@Injectable()
export class PasswordFlow implements AuthFlow {
  readonly names = ['USER_PASSWORD_AUTH'];

  constructor(
    private readonly subjects: Subjects,
    private readonly password: PasswordFactor,
  ) {}

  async start({ client, parameters }: FlowStart): Promise<AuthAnswer> {
    const username = required(parameters, 'USERNAME');
    const subject = await this.subjects.find(username);
    return this.password.begin({ client, subject, username, parameters });
  }
}

/** Prefix of attribute names in responses. */
const ATTRIBUTE_PREFIX = 'userAttributes.';
/** Users may need several attempts to satisfy the password policy. */
const MAX_TRIES = 20;

/** Requires a new password in place of a temporary one. */
@SignInStep()
@Injectable()
export class NewPasswordStep implements SignInStep {
  readonly stage = 'new-password';

  constructor(
    private readonly settings: PoolSettings,
    private readonly temporary: TemporaryPasswords,
    private readonly pending: PendingChallenges,
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
      Session: await this.pending.open('NEW_PASSWORD_REQUIRED', client, stateOf(progress)),
    };
  }
}

@ChallengeHandler()
@Injectable()
export class NewPasswordChallenge implements ChallengeHandler {
  readonly name = 'NEW_PASSWORD_REQUIRED';

  constructor(
    private readonly settings: PoolSettings,
    private readonly pending: PendingChallenges,
    private readonly temporary: TemporaryPasswords,
    private readonly completion: SignInCompletion,
  ) {}

  async respond(request: ChallengeResponse): Promise<AuthAnswer> {
    const { client, responses } = request;
    const password = required(responses, 'NEW_PASSWORD');
    const { user, proofs, finish } = await this.pending.resume(
      this.name,
      request,
      z.unknown(),
      MAX_TRIES,
    );
    if (!user) throw refuse.invalidSession();
    const names = this.attributes(user, responses);
    const changed = await this.temporary.replace(user, password, names, finish);
    return this.completion.complete({
      user: changed,
      client,
      // The changed password ended all sessions and raised the epoch.
      proofs: { ...requireFirstFactor(proofs), credentialEpoch: changed.credentialEpoch },
      responses,
    });
  }

  private attributes(user: PoolUser, responses: Parameters): WrittenAttributes {
    const list = Object.entries(responses)
      .filter(([key]) => key.startsWith(ATTRIBUTE_PREFIX))
      .map(([key, Value]) => ({ Name: key.slice(ATTRIBUTE_PREFIX.length), Value }));
    const { email, phoneNumber, ...names } = parseAttributes(list);
    // A telephone number would need verification during the sign-in.
    if (phoneNumber !== undefined) throw refuse.attributeNotWritable('phone_number');
    if (email !== undefined && email.trim().toLowerCase() !== user.email)
      throw refuse.badAttribute('email: The e-mail address must be the username.');
    const [missing] = missingAttributes({ ...user, ...names }, this.settings.requiredAttributes);
    if (missing) throw refuse.badAttribute(`${missing}: The attribute is required`);
    return names;
  }
}
