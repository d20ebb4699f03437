import { Amplify } from 'aws-amplify';
import {
  confirmResetPassword,
  confirmSignIn,
  confirmSignUp,
  confirmUserAttribute,
  deleteUser,
  fetchAuthSession,
  rememberDevice,
  resendSignUpCode,
  resetPassword,
  sendUserAttributeVerificationCode,
  signIn,
  signOut,
  signUp,
  updatePassword,
  updateUserAttributes,
  type SignInOutput,
} from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { ConsoleLogger, Hub } from 'aws-amplify/utils';
import { NetworkError } from '@tomekeeper/remote-kit';
import type { PublicConfig } from '@tomekeeper/contracts-federation';
import { callPool, isNetworkFailure } from './user-pool-error';

// The only module that imports Amplify. It is 35 kB of script, so everything else imports its types
// and gets the pool through `LoadUserPool`.

/** State of a sign-in after a response of the pool. */
export type SignInStep = SignInOutput['nextStep'];

/** How someone may sign in, by the pool's names. */
export type FirstFactor = 'PASSWORD' | 'PASSWORD_SRP' | 'WEB_AUTHN' | 'EMAIL_OTP' | 'SMS_OTP';

export interface NewAccount {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  /** Made by the page; the confirmation brings it, so that this sign-up's password is the one kept. */
  session: string;
  /** Token of the displayed invite; the confirmation accepts it. */
  invite?: string | undefined;
}

/** User pool functions for screens and session. Every method throws {@link UserPoolError}. */
export interface UserPool {
  signIn(email: string, password: string): Promise<SignInStep>;
  /**
   * Signs in with another factor than the password; if omitted, the pool offers the available ones.
   */
  signInWithout(email: string, preferred?: FirstFactor): Promise<SignInStep>;
  /** Responds to the current challenge. */
  answerSignIn(answer: string, attributes?: Record<string, string>): Promise<SignInStep>;
  /** From now on this device needs no second factor. */
  rememberDevice(): Promise<void>;
  /** @returns whether a code must confirm the address first */
  signUp(account: NewAccount): Promise<'confirm' | 'done'>;
  /** @param session of the sign-up that is confirmed, where this browser made it */
  confirmSignUp(email: string, code: string, session?: string): Promise<void>;
  resendSignUpCode(email: string): Promise<void>;
  /** Sends a code to the address. */
  requestPasswordReset(email: string): Promise<void>;
  /** @param keepFactors keeps passkeys and second factors; otherwise they are removed */
  confirmPasswordReset(
    email: string,
    code: string,
    newPassword: string,
    options?: { keepFactors?: boolean },
  ): Promise<void>;
  changePassword(current: string, next: string): Promise<void>;
  /** Sends a code to the new address. @returns whether there is anything to confirm */
  requestEmailChange(email: string): Promise<'confirm' | 'done'>;
  resendEmailChangeCode(): Promise<void>;
  confirmEmailChange(code: string): Promise<void>;
  /** Permanently deletes the account and forgets the tokens. */
  deleteAccount(): Promise<void>;
  /**
   * The ID token, refreshed when it is within 5 seconds of its end; undefined when signed out.
   * @throws {NetworkError} when it had to be refreshed and the network failed
   */
  getIdToken(): Promise<string | undefined>;
  /** Revokes the session, or with `everywhere` all of the person's, and forgets the tokens. Never fails. */
  signOut(options?: { everywhere?: boolean }): Promise<void>;
  /** Stops telling about changes. */
  close(): void;
}

export type PoolEvent = 'signed-in' | 'signed-out';

/** Starts Amplify on this installation's pool. */
export function openUserPool(
  identity: PublicConfig['identity'],
  notify: (event: PoolEvent) => void,
): UserPool {
  configureOnce(identity);
  let deleting = false;
  const close = Hub.listen('auth', ({ payload }) => {
    switch (payload.event) {
      case 'signedIn':
        return notify('signed-in');
      case 'signedOut':
        return deleting ? undefined : notify('signed-out');
      case 'tokenRefresh_failure':
        if (isNetworkFailure(payload.data?.error)) return;
        // Amplify keeps the tokens when the pool merely has trouble. The product's rule is stricter:
        // any failure but the network's ends the session.
        void clearTokens().then(() => notify('signed-out'));
        return;
      default:
    }
  });

  return {
    signIn: (username, password) =>
      callPool(async () => (await signIn({ username, password })).nextStep),
    signInWithout: (username, preferredChallenge) =>
      callPool(async () => {
        const options = { authFlowType: 'USER_AUTH', preferredChallenge } as const;
        return (await signIn({ username, options })).nextStep;
      }),
    answerSignIn: (challengeResponse, userAttributes) =>
      callPool(async () => {
        const options = userAttributes && { userAttributes };
        return (await confirmSignIn({ challengeResponse, options })).nextStep;
      }),
    rememberDevice: () => callPool(() => rememberDevice()),
    signUp: ({ email, password, firstName, lastName, session, invite }) =>
      callPool(async () => {
        const userAttributes = { email, given_name: firstName, family_name: lastName };
        const clientMetadata = { ...metadataOf(session), ...(invite !== undefined && { invite }) };
        const options = { userAttributes, clientMetadata };
        const answer = await signUp({ username: email, password, options });
        return answer.isSignUpComplete ? 'done' : 'confirm';
      }),
    confirmSignUp: (username, confirmationCode, session) =>
      callPool(async () => {
        const options = session === undefined ? {} : { clientMetadata: metadataOf(session) };
        await confirmSignUp({ username, confirmationCode, options });
      }),
    resendSignUpCode: (username) =>
      callPool(async () => void (await resendSignUpCode({ username }))),
    requestPasswordReset: (username) =>
      callPool(async () => void (await resetPassword({ username }))),
    confirmPasswordReset: (username, confirmationCode, newPassword, { keepFactors = false } = {}) =>
      callPool(() => {
        const options = { clientMetadata: { keep_factors: String(keepFactors) } };
        return confirmResetPassword({ username, confirmationCode, newPassword, options });
      }),
    changePassword: (oldPassword, newPassword) =>
      callPool(() => updatePassword({ oldPassword, newPassword })),
    requestEmailChange: (email) =>
      callPool(async () => {
        const answer = await updateUserAttributes({ userAttributes: { email } });
        return answer.email?.isUpdated === false ? 'confirm' : 'done';
      }),
    resendEmailChangeCode: () =>
      callPool(
        async () => void (await sendUserAttributeVerificationCode({ userAttributeKey: 'email' })),
      ),
    confirmEmailChange: (confirmationCode) =>
      callPool(async () => {
        await confirmUserAttribute({ userAttributeKey: 'email', confirmationCode });
        // The present ID token still names the old address. Should no new one come, it soon ends.
        await fetchAuthSession({ forceRefresh: true }).catch(() => undefined);
      }),
    deleteAccount: () =>
      callPool(async () => {
        // Amplify emits a sign-out event here. The page signs out itself later; with this event the
        // guard would redirect to the sign-in page.
        deleting = true;
        try {
          await deleteUser();
        } finally {
          deleting = false;
        }
      }),
    async getIdToken() {
      try {
        return (await fetchAuthSession()).tokens?.idToken?.toString();
      } catch (error) {
        if (isNetworkFailure(error)) throw new NetworkError({ cause: error });
        return undefined; // The listener above has ended the session.
      }
    },
    async signOut({ everywhere = false } = {}) {
      try {
        await signOut({ global: everywhere });
      } catch {
        await clearTokens();
        notify('signed-out');
      }
    },
    close,
  };
}

/** Amplify drops the session that the pool gives a sign-up, so the page's own goes along. */
const metadataOf = (session: string) => ({ sign_up_session: session });

let configured = false;

/** Amplify keeps its state in its modules, and a second configuration would disturb a running session. */
function configureOnce(identity: PublicConfig['identity']) {
  if (configured) return;
  configured = true;
  // Suppresses warnings about an endpoint that is not a managed pool; ours is intended.
  ConsoleLogger.LOG_LEVEL = 'ERROR';
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: identity.user_pool_id,
        userPoolClientId: identity.user_pool_client_id,
        // Absent: the managed pool, by its id.
        ...(identity.user_pool_endpoint && {
          userPoolEndpoint: new URL(identity.user_pool_endpoint, window.location.origin).href,
        }),
      },
    },
  });
}

const clearTokens = () => cognitoUserPoolsTokenProvider.tokenOrchestrator.clearTokens();
