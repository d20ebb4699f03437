/** One call that Amplify made. */
export interface PoolCall {
  url: string;
  /** `InitiateAuth`, `GetId`. */
  operation: string;
  body: Record<string, unknown>;
}

/** How the pool answers one call. */
export type PoolAnswer = (call: PoolCall) => Response | Promise<Response>;

/** The other end of the line of the real Amplify, in the test's hands. */
export interface PoolOnTheWire {
  readonly calls: readonly PoolCall[];
  operations(): string[];
  /** From now on every call is answered so. */
  answer(answer: PoolAnswer): void;
}

export const IDENTITY = {
  user_pool_id: 'local_test',
  user_pool_client_id: 'client1',
  user_pool_endpoint: '/idp',
};
/** Prefix of Amplify's keys in local storage. */
export const CLIENT = 'CognitoIdentityServiceProvider.client1.';

export const accept = (body: object = {}) => new Response(JSON.stringify(body));

export const refuse = (status: number, name: string, message = '') =>
  new Response(JSON.stringify({ __type: name, message }), {
    status,
    headers: { 'x-amzn-errortype': name },
  });

/** Takes the network's place for every test of a file, with empty storages before each. */
export function poolOnTheWire(): PoolOnTheWire {
  const calls: PoolCall[] = [];
  let answer: PoolAnswer;
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
    calls.length = 0;
    answer = ({ operation }) => refuse(400, 'NotExpected', operation);
    globalThis.fetch = async (input, init) => {
      const target = new Headers(init?.headers).get('x-amz-target') ?? '';
      const call: PoolCall = {
        url: new Request(input).url,
        operation: target.split('.')[1] ?? '',
        body: (await new Response(init?.body).json()) as Record<string, unknown>,
      };
      calls.push(call);
      return answer(call);
    };
  });
  return {
    calls,
    operations: () => calls.map(({ operation }) => operation),
    answer: (next) => void (answer = next),
  };
}

/** A token that Amplify can read. Nothing checks its signature. */
export function jwt(expiresInSeconds = 3600, madeAt = Date.now()): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const iat = Math.floor(madeAt / 1000);
  const claims = {
    sub: 'mina',
    iss: 'http://localhost/idp/local_test',
    'cognito:username': 'mina',
    iat,
    exp: iat + expiresInSeconds,
    origin_jti: 'session',
  };
  return `${encode({ alg: 'RS256' })}.${encode(claims)}.c2ln`;
}

/** Authentication result of the pool. */
export const freshTokens = () => ({
  AuthenticationResult: { AccessToken: jwt(), IdToken: jwt(), RefreshToken: 'refresh' },
  ChallengeParameters: {},
});

/** Stores a session whose tokens are valid for the given number of seconds. */
export function storeTokens(seconds: number | { accessToken: number; idToken: number }): void {
  const lasting =
    typeof seconds === 'number' ? { accessToken: seconds, idToken: seconds } : seconds;
  localStorage.setItem(`${CLIENT}LastAuthUser`, 'mina');
  for (const [name, expiresIn] of Object.entries(lasting)) {
    localStorage.setItem(`${CLIENT}mina.${name}`, jwt(expiresIn));
  }
  localStorage.setItem(`${CLIENT}mina.refreshToken`, 'refresh');
  localStorage.setItem(`${CLIENT}mina.clockDrift`, '0');
}
