import { Injectable } from '@nestjs/common';
import { SrpChallenges } from '../srp-challenges';
import type { AuthAnswer } from '../challenge';
import type { FirstFactor, FirstFactorRequest } from './first-factor';

/** A password that is proved and never sent. */
@Injectable()
export class PasswordSrpFactor implements FirstFactor {
  readonly name = 'PASSWORD_SRP';

  constructor(private readonly challenges: SrpChallenges) {}

  async isOpenTo(): Promise<boolean> {
    return true;
  }

  async begin(request: FirstFactorRequest): Promise<AuthAnswer> {
    const answer = await this.challenges.ask(request);
    // Clients send one back. The block in the parameters is what counts.
    return { ...answer, Session: answer.ChallengeParameters['SECRET_BLOCK'] };
  }
}
