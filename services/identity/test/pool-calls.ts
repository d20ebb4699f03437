export const PASSWORD = 'Correct-horse-1';
export const WEB_CLIENT_ID = 'webclient1';
/** A client for older libraries, with password sign-in and without refresh token rotation. */
export const PLAIN_CLIENT_ID = 'plainclient1';

export const WRONG_PASSWORD = 'NotAuthorizedException: Incorrect username or password.';
export const INVALID_SESSION = 'NotAuthorizedException: Invalid session for the user.';
export const LOCKED = 'NotAuthorizedException: Password attempts exceeded';
export const LIMIT = 'LimitExceededException: Attempt limit exceeded, please try after some time.';
export const REVOKED = 'NotAuthorizedException: Access Token has been revoked';

export interface ProtocolAnswer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
  /** Name and sentence of a refusal. */
  error: string;
  /** Tokens of a completed sign-in; otherwise empty. */
  tokens: Tokens;
}

export interface Tokens {
  AccessToken: string;
  IdToken: string;
  RefreshToken: string;
}

/** Additional fields of a request, including `ClientId`, and its source address. */
interface More {
  ClientId?: string;
  from?: string | undefined;
  [member: string]: unknown;
}

/** Calls of the user pool's operations, as any client makes them. */
export type PoolCalls = ReturnType<typeof poolCalls>;

export function poolCalls(endpoint: string) {
  const call = (operation: string, body: unknown, from?: string) =>
    callPool(endpoint, operation, body, from);
  const byName = (operation: string, Username: string, { from, ...more }: More) =>
    call(operation, { ClientId: WEB_CLIENT_ID, Username, ...more }, from);
  const initiate = (AuthFlow: string, AuthParameters: object, { from, ...more }: More = {}) =>
    call('InitiateAuth', { ClientId: PLAIN_CLIENT_ID, AuthFlow, AuthParameters, ...more }, from);
  const change = (AccessToken: string, attributes: Record<string, string>) =>
    call('UpdateUserAttributes', { AccessToken, UserAttributes: attributeList(attributes) });
  return {
    /** Calls an operation the way a client does, from this address where one is named. */
    call,
    signUp: (email: string, Password = PASSWORD, more: More = {}) =>
      byName('SignUp', email, { Password, ...more }),
    confirmSignUp: (email: string, ConfirmationCode: string, more: More = {}) =>
      byName('ConfirmSignUp', email, { ConfirmationCode, ...more }),
    resendSignUpCode: (email: string, more: More = {}) =>
      byName('ResendConfirmationCode', email, more),
    forgotPassword: (email: string, more: More = {}) => byName('ForgotPassword', email, more),
    resetPassword: (email: string, ConfirmationCode: string, Password: string, more: More = {}) =>
      byName('ConfirmForgotPassword', email, { ConfirmationCode, Password, ...more }),
    initiate,
    /** Signs in by password, up to the next challenge. */
    signIn: (USERNAME: string, password = PASSWORD, more: More = {}) =>
      initiate('USER_PASSWORD_AUTH', { USERNAME, PASSWORD: password }, more),
    /** The flow in which the user chooses a factor. */
    chooseFactor: (USERNAME: string, parameters: object = {}, more: More = {}) =>
      initiate('USER_AUTH', { USERNAME, ...parameters }, more),
    respond: (
      ChallengeName: string,
      Session: unknown,
      ChallengeResponses: object,
      { from, ...more }: More = {},
    ) =>
      call(
        'RespondToAuthChallenge',
        { ClientId: PLAIN_CLIENT_ID, ChallengeName, Session, ChallengeResponses, ...more },
        from,
      ),
    refresh: (RefreshToken: string, ClientId = PLAIN_CLIENT_ID) =>
      call('GetTokensFromRefreshToken', { ClientId, RefreshToken }),
    changePassword: (AccessToken: string, PreviousPassword: string, ProposedPassword: string) =>
      call('ChangePassword', { AccessToken, PreviousPassword, ProposedPassword }),
    changeAttributes: change,
    verifyAttribute: (AccessToken: string, AttributeName: string, Code: string) =>
      call('VerifyUserAttribute', { AccessToken, AttributeName, Code }),
  };
}

export const attributeList = (attributes: Record<string, string>) =>
  Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));

/** A code that is not this one. */
export const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000');

/** Name and sentence with which a library's call is refused; empty when it is not. */
export const refusalOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => '',
    (error: Error) => `${error.name}: ${error.message}`,
  );

async function callPool(
  endpoint: string,
  operation: string,
  body: unknown,
  from?: string,
): Promise<ProtocolAnswer> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      // As the gateway says it.
      ...(from && { 'x-forwarded-for': from }),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  return {
    status: response.status,
    headers: response.headers,
    body: answer,
    error:
      typeof answer['__type'] === 'string'
        ? `${answer['__type']}: ${String(answer['message'])}`
        : '',
    tokens: (answer['AuthenticationResult'] ?? {}) as Tokens,
  };
}
