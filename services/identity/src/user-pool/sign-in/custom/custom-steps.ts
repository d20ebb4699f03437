import { Inject, Injectable } from '@nestjs/common';
import type { PoolClient } from '../../clients/pool-clients';
import { refuse } from '../../protocol/refusals';
import type { Subject } from '../../users/subjects';
import type { AuthAnswer } from '../challenge';
import type { Proofs } from '../progress';
import { SignInCompletion } from '../sign-in-completion';
import { SignInSessions } from '../sign-in-sessions';
import { CUSTOM_CHALLENGES, type CustomChallenges, type CustomRound } from './custom-challenges';

/** Asks whatever the installation's own rules say comes next. */
@Injectable()
export class CustomSteps {
  constructor(
    @Inject(CUSTOM_CHALLENGES) private readonly challenges: CustomChallenges | undefined,
    private readonly sessions: SignInSessions,
    private readonly completion: SignInCompletion,
  ) {}

  /** @throws the protocol's refusal when the installation has no rules of its own */
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
      Session: await this.sessions.open(
        'CUSTOM_CHALLENGE',
        client,
        { subjectId: subject.id, proofs },
        { question: next, rounds },
      ),
    };
  }
}
