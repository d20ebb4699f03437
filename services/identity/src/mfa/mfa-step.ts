import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { refuse } from '../protocol/refusals';
import { PoolSettings } from '../settings/pool-settings';
import { PendingChallenges, stateOf } from '../sign-in/pending-challenges';
import { SignInCompletion } from '../sign-in/sign-in-completion';
import {
  challengeAlias,
  ChallengeHandler,
  requireFirstFactor,
  required,
  SignInStep,
  type AuthAnswer,
  type ChallengeResponse,
  type Progress,
} from '../sign-in/sign-in-parts';
import { SignInRegistry } from '../sign-in/sign-in-registry';
import { SecondFactors } from '../users/pool-user';
import { parseUsername } from '../users/username';

/** Factors that can be set up during a sign-in. SMS would require a known telephone number. */
const SETUP_CHOICES = ['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP'];

/** Challenge state during the setup of a second factor. */
export const setupState = z.object({
  /** The encrypted secret of the authenticator app. */
  sealed: z.string().optional(),
});

/** Requires a second factor of users who have enabled one, and of all users with MFA=ON. */
@SignInStep()
@Injectable()
export class MfaStep implements SignInStep {
  readonly stage = 'second-factor';

  constructor(
    private readonly settings: PoolSettings,
    private readonly factors: SecondFactors,
    private readonly registry: SignInRegistry,
    private readonly pending: PendingChallenges,
  ) {}

  async next(progress: Progress): Promise<AuthAnswer | undefined> {
    const { first, second } = progress.proofs;
    // The installation controls all challenges of a custom sign-in.
    if (second || first === 'custom' || this.settings.mfa === 'OFF') return undefined;
    const { kinds, preferred } = progress.factors ?? (await this.factors.of(progress.user.id));
    const [only, ...others] = kinds;
    if (only === undefined)
      return this.settings.mfa === 'ON'
        ? this.offer('MFA_SETUP', progress, { MFAS_CAN_SETUP: JSON.stringify(SETUP_CHOICES) })
        : undefined;
    const kind = preferred ?? (others.length === 0 ? only : undefined);
    return kind
      ? this.registry.secondFactor(kind).ask(progress)
      : this.offer('SELECT_MFA_TYPE', progress, { MFAS_CAN_CHOOSE: JSON.stringify(kinds) });
  }

  /** Returns a challenge that offers a choice of factors. */
  private async offer(
    ChallengeName: 'MFA_SETUP' | 'SELECT_MFA_TYPE',
    progress: Progress,
    choices: Record<string, string>,
  ): Promise<AuthAnswer> {
    return {
      ChallengeName,
      ChallengeParameters: { ...choices, USER_ID_FOR_SRP: progress.user.id },
      Session: await this.pending.open(ChallengeName, progress.client, stateOf(progress)),
    };
  }
}

/** Handles the choice between several enabled second factors. */
@ChallengeHandler()
@Injectable()
export class SelectMfaTypeChallenge implements ChallengeHandler {
  readonly name = 'SELECT_MFA_TYPE';

  constructor(
    private readonly pending: PendingChallenges,
    private readonly factors: SecondFactors,
    private readonly registry: SignInRegistry,
  ) {}

  async respond(request: ChallengeResponse): Promise<AuthAnswer> {
    const answer = required(request.responses, 'ANSWER');
    const { user, proofs, finish } = await this.pending.resume(this.name, request, z.unknown());
    if (!user) throw refuse.invalidSession();
    const { kinds } = await this.factors.of(user.id);
    const kind = kinds.find((one) => one === challengeAlias(answer).challenge);
    if (!kind) throw refuse.invalidParameter('ANSWER is none of the MFA types to choose from.');
    await finish();
    return this.registry.secondFactor(kind).ask({
      user,
      client: request.client,
      proofs: requireFirstFactor(proofs),
      responses: request.responses,
    });
  }
}

/** Completes the setup of a second factor during a sign-in, or starts the setup of mailed codes. */
@ChallengeHandler()
@Injectable()
export class MfaSetupChallenge implements ChallengeHandler {
  readonly name = 'MFA_SETUP';

  constructor(
    private readonly pending: PendingChallenges,
    private readonly registry: SignInRegistry,
    private readonly completion: SignInCompletion,
  ) {}

  async respond(request: ChallengeResponse): Promise<AuthAnswer> {
    const { client, responses } = request;
    const { user, proofs, finish } = await this.pending.resume(this.name, request, setupState);
    if (!user) throw refuse.invalidSession();
    const email = responses['EMAIL'];
    if (!proofs.second && email) {
      const username = parseUsername(email);
      // An attacker with only the password must not be able to choose the mailbox.
      if (username.kind !== 'email' || username.email !== user.email)
        throw refuse.invalidParameter('The e-mail address must be that of the account.');
      await finish();
      const progress = { user, client, proofs: requireFirstFactor(proofs), responses };
      return this.registry.secondFactor('EMAIL_OTP').ask(progress, true);
    }
    if (!proofs.second) throw refuse.invalidParameter('No MFA method has been set up yet.');
    await finish();
    return this.completion.complete({
      user,
      client,
      proofs: requireFirstFactor(proofs),
      responses,
    });
  }
}
