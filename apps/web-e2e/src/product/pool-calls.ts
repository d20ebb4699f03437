import { z } from 'zod';
import type { Person } from './person';

const Config = z.object({ identity: z.object({ user_pool_client_id: z.string() }) });
const Tokens = z.object({
  AuthenticationResult: z.object({
    IdToken: z.string(),
    AccessToken: z.string(),
    RefreshToken: z.string(),
  }),
});
/** Tokens of a sign-in. */
export type Tokens = z.infer<typeof Tokens>['AuthenticationResult'];
const claims = z.object({ username: z.string() });
const PASSWORD = 'Quill-canary-91A';
const CANARY = { firstName: 'Canary', lastName: 'Canary', password: PASSWORD };

/** Calls to the user pool, as a program makes them. */
export async function poolCalls(url: string) {
  const config = Config.parse(await (await fetch(`${url}/config.json`)).json());
  const ClientId = config.identity.user_pool_client_id;

  async function call(action: string, input: object, headers: object = {}): Promise<unknown> {
    const response = await fetch(`${url}/idp`, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${action}`,
      },
      body: JSON.stringify({ ClientId, ...input }),
    });
    if (!response.ok) throw new Error(`${action}: ${await response.text()}`);
    return response.json();
  }

  return {
    password: PASSWORD,
    call,
    signUp: (email: string, person: Omit<Person, 'email'> = CANARY) => ({
      Username: email,
      Password: person.password,
      UserAttributes: [
        { Name: 'email', Value: email },
        { Name: 'given_name', Value: person.firstName },
        { Name: 'family_name', Value: person.lastName },
      ],
    }),
    confirm: (email: string, code: string) =>
      call('ConfirmSignUp', { Username: email, ConfirmationCode: code }),
    /** Amplify's local storage entries of a session. */
    stored(email: string, { IdToken, AccessToken, RefreshToken }: Tokens): Record<string, string> {
      const { username } = claims.parse(
        JSON.parse(Buffer.from(AccessToken.split('.')[1] ?? '', 'base64url').toString()),
      );
      const prefix = `CognitoIdentityServiceProvider.${ClientId}`;
      return {
        [`${prefix}.LastAuthUser`]: username,
        [`${prefix}.${username}.accessToken`]: AccessToken,
        [`${prefix}.${username}.idToken`]: IdToken,
        [`${prefix}.${username}.refreshToken`]: RefreshToken,
        [`${prefix}.${username}.clockDrift`]: '0',
        [`${prefix}.${username}.signInDetails`]: JSON.stringify({
          loginId: email,
          authFlowType: 'USER_SRP_AUTH',
        }),
      };
    },
    async signIn(email: string, password = PASSWORD): Promise<Tokens> {
      const answer = await call('InitiateAuth', {
        AuthFlow: 'USER_AUTH',
        AuthParameters: {
          USERNAME: email,
          PASSWORD: password,
          PREFERRED_CHALLENGE: 'PASSWORD',
        },
      });
      return Tokens.parse(answer).AuthenticationResult;
    },
  };
}
export type PoolCalls = Awaited<ReturnType<typeof poolCalls>>;
