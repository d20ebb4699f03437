import {
  associateWebAuthnCredential,
  deleteWebAuthnCredential,
  fetchAuthSession,
  fetchDevices,
  fetchMFAPreference,
  forgetDevice,
  listWebAuthnCredentials,
  setUpTOTP,
  updateMFAPreference,
  verifyTOTPSetup,
} from 'aws-amplify/auth';
import type { PublicConfig } from '@tomekeeper/contracts-federation';
import type { ProofFactor } from '@tomekeeper/contracts-identity';
import type { TotpSetup } from '../../totp/totp-secret';
import { callPool } from './user-pool-error';
import { callOwnPool } from './own-operations';
import { answerWithPasskey, type PasskeyQuestion } from './passkey-answer';

// Besides user-pool.ts the only module that imports Amplify; in a separate chunk for the account
// page.

export interface Passkey {
  id: string;
  name: string;
  createdAt: Date | undefined;
}

export interface RememberedDevice {
  id: string;
  /** As its browser called itself, at length. */
  name: string;
  lastUsedAt: Date | undefined;
}

/** Second factor of the sign-in. */
export type SecondFactor = 'TOTP' | 'EMAIL' | 'SMS';

/** Security settings of the account in the pool. Every method throws {@link UserPoolError}. */
export interface AccountSecurity {
  secondFactors(): Promise<readonly SecondFactor[]>;
  /** New secret for an authenticator app. It becomes active when a code of the app is confirmed. */
  beginAuthenticator(): Promise<TotpSetup>;
  confirmAuthenticator(code: string): Promise<void>;
  removeAuthenticator(): Promise<void>;
  /** A fresh set; an earlier one is void. The codes can not be read again. */
  makeRecoveryCodes(): Promise<readonly string[]>;
  recoveryCodesLeft(): Promise<number>;
  passkeys(): Promise<readonly Passkey[]>;
  addPasskey(): Promise<void>;
  removePasskey(id: string): Promise<void>;
  devices(): Promise<readonly RememberedDevice[]>;
  forgetDevice(id: string): Promise<void>;
  /** Available methods to reauthenticate, most convenient first. */
  proofFactors(): Promise<readonly ProofFactor[]>;
  proveByPassword(password: string): Promise<void>;
  proveByCode(code: string): Promise<void>;
  proveByPasskey(): Promise<void>;
}

/** Needs Amplify to be configured: open the user pool first. */
export function openAccountSecurity(identity: PublicConfig['identity']): AccountSecurity {
  const prove = async (proof: object) =>
    void (await callOwnPoolSignedIn(identity, 'Reauthenticate', proof));
  return {
    secondFactors: () => callPool(async () => (await fetchMFAPreference()).enabled ?? []),
    beginAuthenticator: () => callPool(() => setUpTOTP()),
    confirmAuthenticator: (code) =>
      callPool(async () => {
        await verifyTOTPSetup({ code });
        await updateMFAPreference({ totp: 'PREFERRED' });
      }),
    removeAuthenticator: () => callPool(() => updateMFAPreference({ totp: 'DISABLED' })),
    async makeRecoveryCodes() {
      const { RecoveryCodes } = await callOwnPoolSignedIn(identity, 'CreateRecoveryCodes');
      return RecoveryCodes as string[];
    },
    async recoveryCodesLeft() {
      const { RecoveryCodesLeft } = await callOwnPoolSignedIn(identity, 'DescribeRecoveryCodes');
      return RecoveryCodesLeft as number;
    },
    passkeys: () =>
      callPool(async () =>
        (await everyPage(listWebAuthnCredentials)).map((credential) => ({
          id: credential.credentialId ?? '',
          name: credential.friendlyCredentialName || 'Passkey',
          createdAt: credential.createdAt,
        })),
      ),
    addPasskey: () => callPool(() => associateWebAuthnCredential()),
    removePasskey: (credentialId) => callPool(() => deleteWebAuthnCredential({ credentialId })),
    devices: () =>
      callPool(async () =>
        (await fetchDevices())
          // The pool also lists devices that are not remembered.
          .filter(({ attributes }) => attributes?.[REMEMBERED] !== 'not_remembered')
          .map(({ id, name = '', lastAuthenticatedDate: lastUsedAt }) => ({
            id,
            name,
            lastUsedAt,
          })),
      ),
    forgetDevice: (id) => callPool(() => forgetDevice({ device: { id } })),
    async proofFactors() {
      const { Factors } = await callOwnPoolSignedIn(identity, 'StartReauthentication');
      return Factors as ProofFactor[];
    },
    proveByPassword: (Password) => prove({ Password }),
    proveByCode: (SoftwareTokenCode) => prove({ SoftwareTokenCode }),
    async proveByPasskey() {
      const { CredentialRequestOptions: question, Session } = await callOwnPoolSignedIn(
        identity,
        'StartReauthentication',
      );
      const Credential = await callPool(() => answerWithPasskey(question as PasskeyQuestion));
      await prove({ Credential, Session });
    },
  };
}

const REMEMBERED = 'dev:device_remembered_status';

type Page = Awaited<ReturnType<typeof listWebAuthnCredentials>>;

async function everyPage(list: (page: { nextToken?: string }) => Promise<Page>) {
  const found: Page['credentials'] = [];
  let nextToken: string | undefined;
  do {
    const page = await list(nextToken ? { nextToken } : {});
    found.push(...page.credentials);
    nextToken = page.nextToken;
  } while (nextToken);
  return found;
}

/** Operation that only our own pool supports, for the signed-in user. */
async function callOwnPoolSignedIn(
  identity: PublicConfig['identity'],
  operation: string,
  body: object = {},
): Promise<Record<string, unknown>> {
  return callPool(async () => {
    const AccessToken = (await fetchAuthSession()).tokens?.accessToken.toString();
    return callOwnPool(identity, operation, { AccessToken, ...body });
  });
}
