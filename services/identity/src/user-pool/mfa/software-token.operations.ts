import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { optionalText } from '@tomekeeper/contracts-problem';
import { PoolSettings } from '../pool-settings';
import { operation, OperationGroup } from '../protocol/operation';
import { refuse } from '../protocol/refusals';
import { AccessTokens } from '../tokens/access-tokens';
import { SoftwareTokenSetup } from './software-token-setup';

const associateRequest = z.object({
  AccessToken: z.string().optional(),
  Session: z.string().optional(),
});
const verifyRequest = associateRequest.extend({
  UserCode: z.string(),
  FriendlyDeviceName: optionalText('FriendlyDeviceName').default(''),
});

/** Setting up an authenticator app, by people who are signed in or in the middle of it. */
@Injectable()
export class SoftwareTokenOperations extends OperationGroup {
  readonly operations = {
    AssociateSoftwareToken: operation(associateRequest, (input) => this.associate(input)),
    VerifySoftwareToken: operation(verifyRequest, (input) => this.verify(input)),
  };

  constructor(
    private readonly settings: PoolSettings,
    private readonly accessTokens: AccessTokens,
    private readonly setup: SoftwareTokenSetup,
  ) {
    super();
  }

  private async associate(input: z.infer<typeof associateRequest>): Promise<object> {
    if (this.settings.mfa === 'OFF') throw refuse.mfaOff();
    if (input.AccessToken === undefined) return this.setup.beginInSignIn(input.Session);
    const { user } = await this.accessTokens.verifyProved(input.AccessToken);
    return { SecretCode: await this.setup.begin(user.id) };
  }

  private async verify(input: z.infer<typeof verifyRequest>): Promise<object> {
    const { AccessToken, Session, UserCode, FriendlyDeviceName } = input;
    if (AccessToken === undefined) {
      const session = await this.setup.proveInSignIn(Session, UserCode, FriendlyDeviceName);
      return { Status: 'SUCCESS', Session: session };
    }
    const { user } = await this.accessTokens.verifyProved(AccessToken);
    await this.setup.prove(user, UserCode, FriendlyDeviceName);
    return { Status: 'SUCCESS' };
  }
}
