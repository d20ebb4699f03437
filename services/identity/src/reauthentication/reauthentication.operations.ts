import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { parseAssertion } from '../passkeys/passkey-assertions';
import { operation, OperationGroup } from '../protocol/operations';
import { refuse } from '../protocol/refusals';
import { AccessTokens } from '../sessions/access-tokens';
import { Reauthentication } from './reauthentication';

const startRequest = z.object({ AccessToken: z.string() });
const proofRequest = z.object({
  AccessToken: z.string(),
  Password: z.string().optional(),
  SoftwareTokenCode: z.string().optional(),
  Credential: z.string().optional(),
  Session: z.string().optional(),
});

/** Not part of the managed service, whose clients sign in again instead. */
@Injectable()
export class ReauthenticationOperations extends OperationGroup {
  readonly operations = {
    StartReauthentication: operation(startRequest, async (input) => {
      const caller = await this.accessTokens.verify(input.AccessToken);
      const factors = await this.reauthentication.factorsOf(caller);
      if (!factors.includes('WEB_AUTHN')) return { Factors: factors };
      const { options, session } = await this.reauthentication.askForPasskey(caller);
      return { Factors: factors, CredentialRequestOptions: options, Session: session };
    }),
    Reauthenticate: operation(proofRequest, async (input) => {
      const caller = await this.accessTokens.verify(input.AccessToken);
      const { Password, SoftwareTokenCode, Credential, Session } = input;
      if (Password !== undefined) await this.reauthentication.byPassword(caller, Password);
      else if (SoftwareTokenCode !== undefined)
        await this.reauthentication.bySoftwareToken(caller, SoftwareTokenCode);
      else if (Credential !== undefined) {
        if (Session === undefined) throw refuse.missingParameter('Session');
        await this.reauthentication.byPasskey(caller, Session, parseAssertion(Credential));
      } else throw refuse.missingParameter('Password');
      return {};
    }),
  };

  constructor(
    private readonly accessTokens: AccessTokens,
    private readonly reauthentication: Reauthentication,
  ) {
    super();
  }
}
