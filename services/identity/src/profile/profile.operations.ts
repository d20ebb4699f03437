import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { CodeDeliveries, type CodeDelivery } from '../codes/code-mails';
import { AccountDeletion } from '../erasure/account-deletion';
import { operation, OperationGroup } from '../protocol/operations';
import { refuse } from '../protocol/refusals';
import { AccessTokens, expectProved } from '../sessions/access-tokens';
import {
  attributeList,
  attributesOf,
  parseAttributes,
  parseDeletion,
} from '../users/attribute-rules';
import { type PoolUser, factorSettings, SecondFactors } from '../users/pool-user';
import { PoolUsers } from '../users/pool-users';
import { EmailChangeUndos, EmailChanges } from './email-changes';
import { PhoneChanges } from './phone-changes';

const callerRequest = z.object({ AccessToken: z.string() });
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
const undoRequest = z.object({ Token: z.string().max(100) });

/** Profile operations of signed-in users, including account deletion. */
@Injectable()
export class ProfileOperations extends OperationGroup {
  readonly operations = {
    GetUser: operation(callerRequest, async (input) => {
      const { user } = await this.accessTokens.verify(input.AccessToken);
      return {
        Username: user.id,
        UserAttributes: attributesOf(user),
        ...factorSettings(await this.factors.of(user.id)),
      };
    }),
    UpdateUserAttributes: operation(updateRequest, async (input) => {
      const caller = await this.accessTokens.verify(input.AccessToken);
      const { user } = caller;
      const { email, phoneNumber, ...names } = parseAttributes(input.UserAttributes);
      // Names need no recent proof, and clients resend unchanged attributes.
      const sameEmail = email === undefined || email.trim().toLowerCase() === user.email;
      const samePhone = phoneNumber === undefined || phoneNumber === user.phoneNumber;
      if (!sameEmail || !samePhone) expectProved(caller);
      const deliveries = await this.requestVerification(user, { email, phoneNumber });
      if (Object.keys(names).length > 0) await this.users.rename(user.id, names);
      return { CodeDeliveryDetailsList: deliveries };
    }),
    GetUserAttributeVerificationCode: operation(codeRequest, async (input) => {
      const { user } = await this.accessTokens.verify(input.AccessToken);
      const delivery =
        verifiable(input.AttributeName) === 'email'
          ? this.deliveries.to(await this.emails.sendAgain(user))
          : this.deliveries.toPhone(await this.phones.sendAgain(user));
      return { CodeDeliveryDetails: delivery };
    }),
    DeleteUserAttributes: operation(deleteRequest, async (input) => {
      const caller = await this.accessTokens.verify(input.AccessToken);
      const { user } = caller;
      const { phoneNumber, ...names } = parseDeletion(input.UserAttributeNames);
      if (phoneNumber !== undefined && user.phoneNumber !== '') expectProved(caller);
      await this.requestVerification(user, { phoneNumber });
      if (Object.keys(names).length > 0) await this.users.rename(user.id, names);
      return {};
    }),
    VerifyUserAttribute: operation(verifyRequest, async (input) => {
      const { user } = await this.accessTokens.verifyProved(input.AccessToken);
      const changes = verifiable(input.AttributeName) === 'email' ? this.emails : this.phones;
      await changes.confirm(user, input.Code);
      return {};
    }),
    DeleteUser: operation(callerRequest, async (input) => {
      const { user } = await this.accessTokens.verifyProved(input.AccessToken);
      await this.deletion.delete(user);
      return {};
    }),
    // Follows the link in the mail about a changed address; not part of the managed service.
    UndoEmailChange: operation(undoRequest, async ({ Token }) => ({
      Email: await this.undos.follow(Token),
    })),
  };

  constructor(
    private readonly accessTokens: AccessTokens,
    private readonly users: PoolUsers,
    private readonly factors: SecondFactors,
    private readonly emails: EmailChanges,
    private readonly phones: PhoneChanges,
    private readonly undos: EmailChangeUndos,
    private readonly deletion: AccountDeletion,
    private readonly deliveries: CodeDeliveries,
  ) {
    super();
  }

  /**
   * Attributes that take effect only after verification by code.
   * @returns the code deliveries
   */
  private async requestVerification(
    user: PoolUser,
    { email, phoneNumber }: { email?: string | undefined; phoneNumber?: string | undefined },
  ): Promise<CodeDelivery[]> {
    const address = email === undefined ? undefined : await this.emails.request(user, email);
    const phone =
      phoneNumber === undefined ? undefined : await this.phones.request(user, phoneNumber);
    return [
      ...(address ? [this.deliveries.to(address)] : []),
      ...(phone ? [this.deliveries.toPhone(phone)] : []),
    ];
  }
}

function verifiable(attribute: string): 'email' | 'phone_number' {
  if (attribute === 'email' || attribute === 'phone_number') return attribute;
  throw refuse.invalidParameter('Only the attributes email and phone_number can be verified.');
}
