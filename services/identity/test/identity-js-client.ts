import {
  AuthenticationDetails,
  CognitoUser,
  CognitoUserPool,
  type CognitoUserSession,
  type IAuthenticationCallback,
} from 'amazon-cognito-identity-js';
import { PLAIN_CLIENT_ID, POOL_ID, type RunningIdentity } from './running-identity';

/** AWS's older client. It refreshes by REFRESH_TOKEN_AUTH, which requires a client without token rotation. */
export const identityJsPool = ({ endpoint }: RunningIdentity, ClientId = PLAIN_CLIENT_ID) =>
  new CognitoUserPool({ UserPoolId: POOL_ID, ClientId, endpoint, Storage: memory() });

/** Same as above, with a new user. */
export const identityJsUser = (
  identity: RunningIdentity,
  Username: string,
  ClientId = PLAIN_CLIENT_ID,
): CognitoUser =>
  new CognitoUser({ Username, Pool: identityJsPool(identity, ClientId), Storage: memory() });

/** Callbacks `(error, result)` as a promise. */
export function called<T>(run: (callback: (error?: Error | null, result?: T) => void) => void) {
  return new Promise<T | undefined>((resolve, reject) =>
    run((error, result) => (error ? reject(error) : resolve(result))),
  );
}

/** Callbacks of a step of this client's sign-in. */
export type Step =
  | { name: 'signed-in'; session: CognitoUserSession }
  | {
      name: Exclude<keyof IAuthenticationCallback, 'onSuccess' | 'onFailure'>;
      parameters: unknown[];
    };

/** Its callbacks as a promise of the next step. */
export function step(run: (callbacks: IAuthenticationCallback) => void): Promise<Step> {
  return new Promise((resolve, reject) => {
    const next =
      (name: Exclude<Step['name'], 'signed-in'>) =>
      (...parameters: unknown[]) =>
        resolve({ name, parameters });
    run({
      onSuccess: (session) => resolve({ name: 'signed-in', session }),
      onFailure: reject,
      newPasswordRequired: next('newPasswordRequired'),
      mfaRequired: next('mfaRequired'),
      totpRequired: next('totpRequired'),
      customChallenge: next('customChallenge'),
      mfaSetup: next('mfaSetup'),
      selectMFAType: next('selectMFAType'),
    });
  });
}

export const authenticate = (user: CognitoUser, Password: string): Promise<Step> =>
  step((callbacks) => user.authenticateUser(authenticationOf(user, Password), callbacks));

export const authenticationOf = (user: CognitoUser, Password?: string): AuthenticationDetails =>
  new AuthenticationDetails({
    Username: user.getUsername(),
    ...(Password === undefined ? {} : { Password }),
  });

function memory() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
    clear: () => items.clear(),
  };
}
