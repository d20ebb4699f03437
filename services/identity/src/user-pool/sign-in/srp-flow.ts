import { Injectable } from '@nestjs/common';
import { Subjects } from '../users/subjects';
import type { AuthAnswer, AuthFlow, FlowStart } from './challenge';
import { required } from './parameters';
import { SrpChallenges } from './srp-challenges';

/** Sign-in by password that never sends the password. */
@Injectable()
export class SrpFlow implements AuthFlow {
  readonly names = ['USER_SRP_AUTH'];

  constructor(
    private readonly subjects: Subjects,
    private readonly challenges: SrpChallenges,
  ) {}

  async start({ client, parameters }: FlowStart): Promise<AuthAnswer> {
    const username = required(parameters, 'USERNAME');
    const subject = await this.subjects.find(username);
    return this.challenges.ask({ client, subject, username, parameters });
  }
}
