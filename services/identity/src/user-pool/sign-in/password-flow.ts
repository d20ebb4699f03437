import { Injectable } from '@nestjs/common';
import { Subjects } from '../users/subjects';
import type { AuthAnswer, AuthFlow, FlowStart } from './challenge';
import { PasswordFactor } from './first-factors/password.factor';
import { required } from './parameters';

/** Sign-in by a password that is sent, for clients that are allowed to. */
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
