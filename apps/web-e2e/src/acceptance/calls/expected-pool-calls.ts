/** A call to the identity service: how the specification names it, and all that is in it. */
export interface ExpectedPoolCall {
  row: string;
  operation: string;
  payload: readonly string[];
  /** Sent from a browser that the pool remembers. */
  remembered?: string;
  answer: readonly string[];
}

export const POOL_CALLS: ExpectedPoolCall[] = [
  {
    row: 'sign up, confirm sign-up',
    operation: 'SignUp',
    // By ClientMetadata a confirmation says which of several sign-ups it belongs to.
    payload: ['ClientId', 'Username', 'Password', 'UserAttributes', 'ClientMetadata'],
    answer: ['UserConfirmed', 'UserSub', 'CodeDeliveryDetails', 'Session'],
  },
  {
    row: 'confirm sign-up, confirm device',
    operation: 'ConfirmSignUp',
    payload: ['ClientId', 'Username', 'ConfirmationCode', 'ClientMetadata'],
    // Session for an automatic sign-in after the sign-up, for clients that request it.
    answer: ['Session'],
  },
  {
    row: 'initiate auth',
    operation: 'InitiateAuth',
    payload: ['ClientId', 'AuthFlow', 'AuthParameters'],
    answer: ['ChallengeName', 'ChallengeParameters'],
  },
  {
    row: 'respond to auth challenge',
    operation: 'RespondToAuthChallenge',
    payload: ['ClientId', 'ChallengeName', 'ChallengeResponses'],
    answer: ['AuthenticationResult', 'ChallengeParameters'],
  },
  {
    row: 'Token refresh: body has client id, refresh token',
    operation: 'GetTokensFromRefreshToken',
    payload: ['ClientId', 'RefreshToken'],
    remembered: 'DeviceKey',
    answer: ['AuthenticationResult'],
  },
  {
    row: 'token revoke',
    operation: 'RevokeToken',
    payload: ['ClientId', 'Token'],
    answer: [],
  },
  {
    row: 'sign out (optionally global)',
    operation: 'GlobalSignOut',
    payload: ['AccessToken'],
    answer: [],
  },
];
