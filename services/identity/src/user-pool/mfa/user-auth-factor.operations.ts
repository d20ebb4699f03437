import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { operation, OperationGroup } from '../protocol/operation';
import { FirstFactors } from '../sign-in/first-factors/first-factors';
import { AccessTokens } from '../tokens/access-tokens';
import { subjectOf } from '../users/subjects';
import { factorSettings, MfaFactors } from './mfa-factors';

const factorsRequest = z.object({ AccessToken: z.string() });

/** What a signed-in person can sign in with. */
@Injectable()
export class UserAuthFactorOperations extends OperationGroup {
  readonly operations = {
    GetUserAuthFactors: operation(factorsRequest, (input) => this.get(input)),
  };

  constructor(
    private readonly accessTokens: AccessTokens,
    private readonly factors: MfaFactors,
    private readonly firstFactors: FirstFactors,
  ) {
    super();
  }

  private async get(input: z.infer<typeof factorsRequest>): Promise<object> {
    const { user } = await this.accessTokens.verify(input.AccessToken);
    const open = await this.firstFactors.openTo(subjectOf(user));
    return {
      Username: user.id,
      ...factorSettings(await this.factors.of(user.id)),
      // A password is one factor, however it is shown.
      ConfiguredUserAuthFactors: open
        .map(({ name }) => name)
        .filter((name) => name !== 'PASSWORD_SRP'),
    };
  }
}
