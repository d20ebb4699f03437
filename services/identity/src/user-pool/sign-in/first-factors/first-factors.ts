import { Inject, Injectable } from '@nestjs/common';
import { refuse } from '../../protocol/refusals';
import type { Subject } from '../../users/subjects';
import type { AuthAnswer } from '../challenge';
import { began } from '../progress';
import { SignInSessions } from '../sign-in-sessions';
import { FIRST_FACTORS, type FirstFactor, type FirstFactorRequest } from './first-factor';

/** What a person can begin a sign-in with. */
@Injectable()
export class FirstFactors {
  constructor(
    @Inject(FIRST_FACTORS) private readonly all: readonly FirstFactor[],
    private readonly sessions: SignInSessions,
  ) {}

  async openTo(subject: Subject): Promise<FirstFactor[]> {
    const open = await Promise.all(this.all.map((factor) => factor.isOpenTo(subject)));
    return this.all.filter((_factor, index) => open[index]);
  }

  /** Begins with the factor that the client prefers, or lets the person choose. */
  async begin(request: FirstFactorRequest, preferred: string | undefined): Promise<AuthAnswer> {
    if (preferred !== undefined && !this.all.some(({ name }) => name === preferred))
      throw refuse.invalidParameter('PREFERRED_CHALLENGE is not a factor to sign in with.');
    const open = await this.openTo(request.subject);
    const factor = open.find(({ name }) => name === preferred);
    return factor ? factor.begin(request) : this.letChoose(request, open);
  }

  async beginChosen(request: FirstFactorRequest, chosen: string): Promise<AuthAnswer> {
    const open = await this.openTo(request.subject);
    const factor = open.find(({ name }) => name === chosen);
    if (!factor) throw refuse.invalidParameter('ANSWER is none of the available challenges.');
    return factor.begin(request);
  }

  private async letChoose(
    { client, subject, username }: FirstFactorRequest,
    open: readonly FirstFactor[],
  ): Promise<AuthAnswer> {
    return {
      ChallengeName: 'SELECT_CHALLENGE',
      ChallengeParameters: { USERNAME: subject.id, USER_ID_FOR_SRP: subject.id },
      AvailableChallenges: open.map(({ name }) => name),
      Session: await this.sessions.open('SELECT_CHALLENGE', client, {
        subjectId: subject.id,
        proofs: began(username, subject.user),
      }),
    };
  }
}
