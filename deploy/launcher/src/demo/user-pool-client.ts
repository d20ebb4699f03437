import './without-navigator';
import {
  createSrpSession,
  signSrpSession,
  wrapAuthChallenge,
  wrapInitiateAuth,
} from 'cognito-srp-helper';
import { z } from 'zod';

const Challenge = z.object({ ChallengeParameters: z.record(z.string(), z.string()) });
const Tokens = z.object({ AuthenticationResult: z.object({ IdToken: z.string() }) });
const PublicConfig = z.object({
  identity: z.object({
    user_pool_endpoint: z.string(),
    user_pool_id: z.string(),
    user_pool_client_id: z.string(),
  }),
});
type Identity = z.infer<typeof PublicConfig>['identity'];
const Refusal = z.object({ __type: z.string().default(''), message: z.string().default('') });

/** An error response of the user pool, with its name. */
export class PoolRefusal extends Error {
  override readonly name = 'PoolRefusal';
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export type Person = {
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
};

/**
 * Returns the user pool of the product at `origin`, as browsers find it, with a client.
 * @param fetch the fetch implementation
 */
export async function poolOf(origin: string, fetch = globalThis.fetch) {
  const response = await fetch(`${origin}/config.json`);
  if (!response.ok) throw new Error(`config.json: ${response.status} ${await response.text()}`);
  const { identity } = PublicConfig.parse(await response.json());
  return { identity, client: userPoolClient(identity, fetch) };
}

/** A minimal client of the user pool's protocol. */
function userPoolClient(
  { user_pool_endpoint: endpoint, user_pool_id: poolId, user_pool_client_id: ClientId }: Identity,
  fetch: typeof globalThis.fetch,
) {
  async function call(action: string, input: unknown): Promise<unknown> {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${action}`,
      },
      body: JSON.stringify(input),
    });
    const answer: unknown = await response.json().catch(() => ({}));
    if (response.ok) return answer;
    const refusal = Refusal.catch({ __type: '', message: '' }).parse(answer);
    throw new PoolRefusal(refusal.__type.split('#').at(-1) ?? '', refusal.message);
  }

  return {
    async signUp({ email, password, firstName, lastName }: Person): Promise<void> {
      await call('SignUp', {
        ClientId,
        Username: email,
        Password: password,
        UserAttributes: [
          { Name: 'email', Value: email },
          { Name: 'given_name', Value: firstName },
          { Name: 'family_name', Value: lastName },
        ],
      });
    },

    async resendCode({ email }: Person): Promise<void> {
      await call('ResendConfirmationCode', { ClientId, Username: email });
    },

    async confirm({ email }: Person, code: string): Promise<void> {
      await call('ConfirmSignUp', { ClientId, Username: email, ConfirmationCode: code });
    },

    /**
     * Signs in by SRP, without sending the password.
     * @returns the ID token
     */
    async signIn({ email, password }: Person): Promise<string> {
      const session = createSrpSession(email, password, poolId, false);
      const challenge = await call(
        'InitiateAuth',
        wrapInitiateAuth(session, {
          ClientId,
          AuthFlow: 'USER_SRP_AUTH',
          AuthParameters: { CHALLENGE_NAME: 'SRP_A', USERNAME: email },
        }),
      );
      const signed = signSrpSession(session, Challenge.parse(challenge));
      const answer = await call(
        'RespondToAuthChallenge',
        wrapAuthChallenge(signed, {
          ClientId,
          ChallengeName: 'PASSWORD_VERIFIER',
          ChallengeResponses: { USERNAME: email },
        }),
      );
      return Tokens.parse(answer).AuthenticationResult.IdToken;
    },
  };
}
export type UserPoolClient = ReturnType<typeof userPoolClient>;
