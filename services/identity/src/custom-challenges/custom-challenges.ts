import { Inject, Injectable, Optional } from '@nestjs/common';
import { z } from 'zod';
import type { PoolClient } from '../clients/pool-clients';
import { GuessLockout } from '../lockout/guess-lockout';
import { refuse } from '../protocol/refusals';
import { PendingChallenges } from '../sign-in/pending-challenges';
import {
  type AuthAnswer,
  AuthFlow,
  newProofs,
  ChallengeHandler,
  type ChallengeResponse,
  type FlowStart,
  type Proofs,
  required,
} from '../sign-in/sign-in-parts';
import { SignInCompletion } from '../sign-in/sign-in-completion';
import { PasswordChallenges } from '../sign-in/srp-sign-in';
import type { PoolUser } from '../users/pool-user';
import { type Subject, subjectOf, Subjects } from '../users/pool-users';
import { parseUsername } from '../users/username';

/** A custom challenge and its result. */
export interface CustomRound {
  question: string;
  right: boolean;
}

/** State of a sign-in with custom challenges. */
export interface CustomProgress {
  /** Undefined for an unknown user; responses must not reveal this. */
  user: PoolUser | undefined;
  /** Whether the sign-in began with a correct password. */
  passwordProved: boolean;
  rounds: readonly CustomRound[];
}

export const customQuestion = z.object({
  /** Identifies the challenge among the rounds. */
  name: z.string(),
  /** Parameters that the client receives. */
  parameters: z.record(z.string(), z.string()),
  /** Private parameters, visible only to {@link CustomChallenges.isRight}. */
  secret: z.record(z.string(), z.string()),
});
export type CustomQuestion = z.infer<typeof customQuestion>;

/**
 * Custom sign-in steps of an installation, equivalent to the managed service's Lambda triggers. Passed to
 * `AppModule.forRoot`; without an implementation CUSTOM_AUTH is rejected.
 */
export interface CustomChallenges {
  /** Decides the next step: another challenge, tokens, or failure. */
  next(progress: CustomProgress): Promise<CustomQuestion | 'tokens' | 'refused'>;
  isRight(question: CustomQuestion, answer: string, user: PoolUser | undefined): Promise<boolean>;
}

export const CUSTOM_CHALLENGES = Symbol('custom challenges');

const questionState = z.object({
  question: customQuestion,
  rounds: z.array(z.object({ question: z.string(), right: z.boolean() })),
});

/** Runs the installation's custom challenges. */
@Injectable()
export class CustomSteps {
  constructor(
    @Optional()
    @Inject(CUSTOM_CHALLENGES)
    private readonly challenges: CustomChallenges | undefined,
    private readonly pending: PendingChallenges,
    private readonly completion: SignInCompletion,
  ) {}

  /** @throws {ProtocolError} when the installation has no custom challenges */
  expectConfigured(): CustomChallenges {
    if (!this.challenges) throw refuse.noCustomChallenges();
    return this.challenges;
  }

  async next(
    client: PoolClient,
    subject: Subject,
    proofs: Proofs,
    rounds: readonly CustomRound[] = [],
  ): Promise<AuthAnswer> {
    const { user } = subject;
    const passwordProved = proofs.first === 'password';
    const next = await this.expectConfigured().next({ user, passwordProved, rounds });
    if (next === 'refused') throw refuse.wrongCredentials();
    if (next === 'tokens') {
      if (!user) throw refuse.wrongCredentials();
      return this.completion.complete({
        user,
        client,
        proofs: { ...proofs, first: 'custom' },
        responses: {},
      });
    }
    return {
      ChallengeName: 'CUSTOM_CHALLENGE',
      ChallengeParameters: {
        ...next.parameters,
        USERNAME: subject.id,
        USER_ID_FOR_SRP: subject.id,
      },
      Session: await this.pending.open(
        'CUSTOM_CHALLENGE',
        client,
        { subjectId: subject.id, proofs },
        { question: next, rounds },
      ),
    };
  }
}

/** CUSTOM_AUTH flow, optionally after a password. */
@AuthFlow()
@Injectable()
export class CustomFlow implements AuthFlow {
  readonly names = ['CUSTOM_AUTH'];
  readonly continuation = 'custom';

  constructor(
    private readonly subjects: Subjects,
    private readonly steps: CustomSteps,
    private readonly passwords: PasswordChallenges,
  ) {}

  async start({ client, parameters }: FlowStart): Promise<AuthAnswer> {
    this.steps.expectConfigured();
    const username = required(parameters, 'USERNAME');
    const subject = await this.subjects.find(username);
    return parameters['CHALLENGE_NAME'] === 'SRP_A'
      ? this.passwords.ask({ client, subject, username, parameters }, this.continuation)
      : this.steps.next(client, subject, newProofs(username, subject.user));
  }

  async afterPassword(client: PoolClient, user: PoolUser, proofs: Proofs): Promise<AuthAnswer> {
    return this.steps.next(client, subjectOf(user), proofs);
  }
}

/**
 * Verifies the response to a custom challenge. The installation decides how to continue after a wrong
 * response.
 */
@ChallengeHandler()
@Injectable()
export class CustomChallenge implements ChallengeHandler {
  readonly name = 'CUSTOM_CHALLENGE';

  constructor(
    private readonly pending: PendingChallenges,
    private readonly lockout: GuessLockout,
    private readonly steps: CustomSteps,
  ) {}

  async respond(request: ChallengeResponse): Promise<AuthAnswer> {
    const answer = required(request.responses, 'ANSWER');
    const resumed = await this.pending.resume(this.name, request, questionState);
    const { subjectId, user, proofs, extra } = resumed;
    const challenges = this.steps.expectConfigured();
    const right = await this.lockout.guard(
      subjectId,
      () => challenges.isRight(extra.question, answer, user),
      {
        what: proofs.first ? 'second-factor' : 'first-factor-code',
        device: request.responses['DEVICE_KEY'],
      },
    );
    await resumed.finish();
    const subject = { id: subjectId, user, username: parseUsername(proofs.username) };
    const round = { question: extra.question.name, right };
    return this.steps.next(request.client, subject, proofs, [...extra.rounds, round]);
  }
}
