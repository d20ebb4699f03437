import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { operation, OperationGroup } from '../protocol/operations';
import { refuse } from '../protocol/refusals';
import { AccessTokens } from '../sessions/access-tokens';
import { newCredential } from './passkey-assertions';
import { PasskeyRegistration } from './passkey-registration';
import { MAX_PASSKEYS, Passkeys, type Passkey } from './passkeys';

const startRequest = z.object({ AccessToken: z.string() });
const completeRequest = z.object({ AccessToken: z.string(), Credential: z.unknown() });
const listRequest = z.object({
  AccessToken: z.string(),
  MaxResults: z.number().int().min(1).max(MAX_PASSKEYS).default(MAX_PASSKEYS),
  NextToken: z
    .string()
    .regex(/^\d{1,2}$/)
    .optional(),
});
const deleteRequest = z.object({
  AccessToken: z.string(),
  CredentialId: z.string().regex(/^[\w-]{1,1024}$/),
});

/** Passkey operations of signed-in users. */
@Injectable()
export class PasskeyOperations extends OperationGroup {
  readonly operations = {
    StartWebAuthnRegistration: operation(startRequest, async (input) => {
      const { user } = await this.accessTokens.verifyProved(input.AccessToken);
      return { CredentialCreationOptions: await this.registration.start(user) };
    }),
    CompleteWebAuthnRegistration: operation(completeRequest, async (input) => {
      const { user } = await this.accessTokens.verifyProved(input.AccessToken);
      const credential = newCredential.safeParse(input.Credential);
      if (!credential.success) throw refuse.passkeyNotSupported();
      await this.registration.complete(user, credential.data);
      return {};
    }),
    /** The pagination token is an index into the list, which has at most a page or two. */
    ListWebAuthnCredentials: operation(listRequest, async (input) => {
      const { user } = await this.accessTokens.verify(input.AccessToken);
      const all = await this.passkeys.of(user.id);
      const from = Number(input.NextToken ?? 0);
      const to = from + input.MaxResults;
      return {
        Credentials: all.slice(from, to).map(described),
        ...(to < all.length ? { NextToken: String(to) } : {}),
      };
    }),
    DeleteWebAuthnCredential: operation(deleteRequest, async (input) => {
      const { user } = await this.accessTokens.verifyProved(input.AccessToken);
      await this.registration.remove(user, input.CredentialId);
      return {};
    }),
  };

  constructor(
    private readonly accessTokens: AccessTokens,
    private readonly registration: PasskeyRegistration,
    private readonly passkeys: Passkeys,
  ) {
    super();
  }
}

const described = (passkey: Passkey): object => ({
  CredentialId: passkey.credentialId,
  FriendlyCredentialName: passkey.name,
  RelyingPartyId: passkey.rpId,
  ...(passkey.attachment ? { AuthenticatorAttachment: passkey.attachment } : {}),
  AuthenticatorTransports: passkey.transports,
  CreatedAt: passkey.createdAt.getTime() / 1000,
});
