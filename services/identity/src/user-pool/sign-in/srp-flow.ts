import { Injectable } from '@nestjs/common';
import { parseUsername } from '../users/username';
import type { AuthAnswer, AuthFlow, FlowStart } from './challenge';
import { required } from './parameters';
import { PasswordAccounts } from './password-accounts';
import { publicValueIn, SrpChallenges } from './srp-challenges';

/** Sign-in by password that never sends the password. */
@Injectable()
export class SrpFlow implements AuthFlow {
  readonly names = ['USER_SRP_AUTH'];

  constructor(
    private readonly accounts: PasswordAccounts,
    private readonly challenges: SrpChallenges,
  ) {}

  async start({ client, parameters }: FlowStart): Promise<AuthAnswer> {
    const username = required(parameters, 'USERNAME');
    const clientA = publicValueIn(parameters);
    const account = await this.accounts.of(parseUsername(username));
    return this.challenges.open(client, account, { username, clientA });
  }
}
