import { Amplify } from 'aws-amplify';
import { confirmSignIn, confirmSignUp, signIn, signUp } from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { useNativePowers } from './native-powers';
import { newEmail } from './person';
import { PASSWORD, POOL_ID, WEB_CLIENT_ID, type RunningIdentity } from './running-identity';

/** Amplify's browser storage. */
const stored = new Map<string, string>();

/** Sets Amplify up for the service. */
export function useAmplify(identity: RunningIdentity): void {
  // Auto sign-in leaves a timer of three minutes behind, which jest would wait for.
  const start = globalThis.setTimeout;
  jest
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation((run, ms) =>
      Number(ms) > 60_000 ? start(run, ms).unref() : start(run, ms),
    );
  // Amplify warns about endpoints outside AWS.
  jest.spyOn(console, 'warn').mockReturnValue();
  // Amplify names a device after the browser.
  Object.defineProperty(globalThis, 'navigator', {
    value: { userAgent: 'Amplify in a test' },
    configurable: true,
  });
  useNativePowers();
  configureAmplify(identity);
}

/** Settings that are not named are those of the product's own pages. */
export function configureAmplify({ endpoint }: RunningIdentity, settings: object = {}): void {
  const Cognito = {
    userPoolId: POOL_ID,
    userPoolClientId: WEB_CLIENT_ID,
    userPoolEndpoint: endpoint,
    ...settings,
  };
  Amplify.configure({ Auth: { Cognito } });
  // Configuring resets Amplify to its own storage.
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    getItem: async (key) => stored.get(key) ?? null,
    setItem: async (key, value) => void stored.set(key, value),
    removeItem: async (key) => void stored.delete(key),
    clear: async () => stored.clear(),
  });
}

export function storedToken(name: string): string {
  return [...stored].find(([key]) => key.endsWith(`.${name}`))?.[1] ?? '';
}

/** As if someone had put a copied token into their own browser. */
export function replaceToken(name: string, value: string): void {
  for (const key of stored.keys()) if (key.endsWith(`.${name}`)) stored.set(key, value);
}

/** As if the browser's storage had been cleared: the session lives on at the service. */
export function clearSession(): void {
  stored.clear();
}

/** A new account, confirmed. @returns its address */
export async function newAccount(identity: RunningIdentity): Promise<string> {
  const email = newEmail();
  const userAttributes = { email, given_name: 'Mara', family_name: 'Vane' };
  await signUp({ username: email, password: PASSWORD, options: { userAttributes } });
  const { code } = await identity.mail('confirm-sign-up', email);
  await confirmSignUp({ username: email, confirmationCode: code });
  return email;
}

/** Signs in by password, up to the next challenge. */
export const signInAs = (username: string, password = PASSWORD) => signIn({ username, password });

/** A new account that is signed in. @returns its address */
export async function signedInAccount(identity: RunningIdentity): Promise<string> {
  const email = await newAccount(identity);
  await signInAs(email);
  return email;
}

/** Whether the sign-in under way ends with this answer. */
export const signsInWith = async (challengeResponse: string) =>
  (await confirmSignIn({ challengeResponse })).isSignedIn;
