import { Injectable } from '@nestjs/common';
import { Subjects } from '../../users/subjects';
import type { AuthAnswer, AuthFlow, FlowStart } from '../challenge';
import { required } from '../parameters';
import { began } from '../progress';
import { SrpChallenges } from '../srp-challenges';
import { CustomSteps } from './custom-steps';

/** Sign-in by the installation's own rules, with a password before them or without. */
@Injectable()
export class CustomFlow implements AuthFlow {
  readonly names = ['CUSTOM_AUTH'];

  constructor(
    private readonly subjects: Subjects,
    private readonly steps: CustomSteps,
    private readonly srpChallenges: SrpChallenges,
  ) {}

  async start({ client, parameters }: FlowStart): Promise<AuthAnswer> {
    this.steps.expectConfigured();
    const username = required(parameters, 'USERNAME');
    const subject = await this.subjects.find(username);
    return parameters['CHALLENGE_NAME'] === 'SRP_A'
      ? this.srpChallenges.ask({ client, subject, username, parameters }, 'custom')
      : this.steps.next(client, subject, began(username, subject.user));
  }
}
