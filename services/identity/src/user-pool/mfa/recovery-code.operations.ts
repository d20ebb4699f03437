import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { operation, OperationGroup } from '../protocol/operation';
import { refuse } from '../protocol/refusals';
import { AccessTokens } from '../tokens/access-tokens';
import { MfaFactors } from './mfa-factors';
import { RecoveryCodes } from './recovery-codes';
import { RecoverySignIn } from './recovery-sign-in';

const recoveryRequest = z.object({ AccessToken: z.string() });

/** Operations that the managed service does not have; its clients never call them. */
@Injectable()
export class RecoveryCodeOperations extends OperationGroup {
  readonly operations = {
    CreateRecoveryCodes: operation(recoveryRequest, (input) => this.create(input)),
    DescribeRecoveryCodes: operation(recoveryRequest, (input) => this.describe(input)),
  };

  constructor(
    private readonly accessTokens: AccessTokens,
    private readonly factors: MfaFactors,
    private readonly codes: RecoveryCodes,
    private readonly recovery: RecoverySignIn,
  ) {
    super();
  }

  private async create(input: z.infer<typeof recoveryRequest>): Promise<object> {
    const { user } = await this.accessTokens.verifyProved(input.AccessToken);
    const { kinds } = await this.factors.of(user.id);
    if (!kinds.includes('SOFTWARE_TOKEN_MFA')) throw refuse.noSoftwareToken();
    return { RecoveryCodes: await this.recovery.make(user) };
  }

  private async describe(input: z.infer<typeof recoveryRequest>): Promise<object> {
    const { user } = await this.accessTokens.verify(input.AccessToken);
    return { RecoveryCodesLeft: await this.codes.count(user.id) };
  }
}
