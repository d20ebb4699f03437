import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { factorSettings, MfaFactors } from '../mfa/mfa-factors';
import { operation, OperationGroup } from '../protocol/operation';
import { AccessTokens, expectProved } from '../tokens/access-tokens';
import { PoolUsers } from '../users/pool-users';
import { attributeList, attributesOf, parseAttributes, parseDeletion } from './attribute-rules';
import { AttributeVerification } from './attribute-verification';

const getUserRequest = z.object({ AccessToken: z.string() });
const updateRequest = z.object({ AccessToken: z.string(), UserAttributes: attributeList });
const codeRequest = z.object({ AccessToken: z.string(), AttributeName: z.string() });
const deleteRequest = z.object({
  AccessToken: z.string(),
  UserAttributeNames: z.array(z.string()),
});
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
    DeleteUserAttributes: operation(deleteRequest, (input) => this.remove(input)),
    VerifyUserAttribute: operation(verifyRequest, (input) => this.verify(input)),
  };

  constructor(
    private readonly accessTokens: AccessTokens,
    private readonly users: PoolUsers,
    private readonly verification: AttributeVerification,
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
    const caller = await this.accessTokens.verify(input.AccessToken);
    const { user } = caller;
    const { email, phoneNumber, ...names } = parseAttributes(input.UserAttributes);
    // Names open nothing, and clients send along what stays as it is.
    const sameEmail = email === undefined || email.trim().toLowerCase() === user.email;
    const samePhone = phoneNumber === undefined || phoneNumber === user.phoneNumber;
    if (!sameEmail || !samePhone) expectProved(caller);
    const deliveries = await this.verification.request(user, { email, phoneNumber });
    if (Object.keys(names).length > 0) await this.users.rename(user.id, names);
    return { CodeDeliveryDetailsList: deliveries };
  }

  private async sendCode(input: z.infer<typeof codeRequest>): Promise<object> {
    const { user } = await this.accessTokens.verify(input.AccessToken);
    return { CodeDeliveryDetails: await this.verification.sendAgain(user, input.AttributeName) };
  }

  private async verify(input: z.infer<typeof verifyRequest>): Promise<object> {
    const { user } = await this.accessTokens.verifyProved(input.AccessToken);
    await this.verification.confirm(user, input.AttributeName, input.Code);
    return {};
  }

  private async remove(input: z.infer<typeof deleteRequest>): Promise<object> {
    const caller = await this.accessTokens.verify(input.AccessToken);
    const { user } = caller;
    const { phoneNumber, ...names } = parseDeletion(input.UserAttributeNames);
    if (phoneNumber !== undefined && user.phoneNumber !== '') expectProved(caller);
    await this.verification.request(user, { phoneNumber });
    if (Object.keys(names).length > 0) await this.users.rename(user.id, names);
    return {};
  }
}
