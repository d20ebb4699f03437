import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Deliveries } from '../codes/delivery';
import { factorSettings, MfaFactors } from '../mfa/mfa-factors';
import { operation, OperationGroup } from '../protocol/operation';
import { refuse } from '../protocol/refusals';
import { AccessTokens } from '../tokens/access-tokens';
import { PoolUsers } from '../users/pool-users';
import { attributeList, attributesOf, parseAttributes } from './attribute-rules';
import { EmailChanges } from './email-changes';

const getUserRequest = z.object({ AccessToken: z.string() });
const updateRequest = z.object({ AccessToken: z.string(), UserAttributes: attributeList });
const codeRequest = z.object({ AccessToken: z.string(), AttributeName: z.string() });
const verifyRequest = z.object({
  AccessToken: z.string(),
  AttributeName: z.string(),
  Code: z.string(),
});

/** What signed-in people read and write about themselves. */
@Injectable()
export class AttributeOperations extends OperationGroup {
  readonly operations = {
    GetUser: operation(getUserRequest, (input) => this.getUser(input)),
    UpdateUserAttributes: operation(updateRequest, (input) => this.update(input)),
    GetUserAttributeVerificationCode: operation(codeRequest, (input) => this.sendCode(input)),
    VerifyUserAttribute: operation(verifyRequest, (input) => this.verify(input)),
  };

  constructor(
    private readonly accessTokens: AccessTokens,
    private readonly users: PoolUsers,
    private readonly emailChanges: EmailChanges,
    private readonly deliveries: Deliveries,
    private readonly factors: MfaFactors,
  ) {
    super();
  }

  private async getUser(input: z.infer<typeof getUserRequest>): Promise<object> {
    const { user } = await this.accessTokens.verify(input.AccessToken);
    return {
      Username: user.id,
      UserAttributes: attributesOf(user),
      ...factorSettings(await this.factors.of(user.id)),
    };
  }

  private async update(input: z.infer<typeof updateRequest>): Promise<object> {
    const { user } = await this.accessTokens.verify(input.AccessToken);
    const { email, ...names } = parseAttributes(input.UserAttributes);
    const pending = email === undefined ? undefined : await this.emailChanges.request(user, email);
    if (Object.keys(names).length > 0) await this.users.rename(user.id, names);
    return { CodeDeliveryDetailsList: pending ? [this.deliveries.to(pending)] : [] };
  }

  private async sendCode(input: z.infer<typeof codeRequest>): Promise<object> {
    const { user } = await this.accessTokens.verify(input.AccessToken);
    expectEmail(input.AttributeName);
    const target = await this.emailChanges.sendAgain(user);
    return { CodeDeliveryDetails: this.deliveries.to(target) };
  }

  private async verify(input: z.infer<typeof verifyRequest>): Promise<object> {
    const { user } = await this.accessTokens.verify(input.AccessToken);
    expectEmail(input.AttributeName);
    await this.emailChanges.confirm(user, input.Code);
    return {};
  }
}

/** The one attribute that is verified. */
function expectEmail(attribute: string): void {
  if (attribute !== 'email')
    throw refuse.invalidParameter('Only the attribute email can be verified.');
}
