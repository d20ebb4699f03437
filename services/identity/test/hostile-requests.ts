import { hostileBodies, hostileText, INNARDS } from '@tomekeeper/testing';
import { propertyRuns } from '@tomekeeper/testing/property-runs';
import fc from 'fast-check';
import { newEmail, signedInPerson } from './person';
import { PASSWORD, PLAIN_CLIENT_ID, WEB_CLIENT_ID, type RunningIdentity } from './running-identity';

const TIMESTAMP = 'Wed Apr 5 22:42:34 UTC 2017';
/** Answers to challenges, good in form. */
const RESPONSES = {
  USERNAME: 'nobody@example.org',
  SRP_A: 'abcdef',
  PASSWORD: PASSWORD,
  NEW_PASSWORD: PASSWORD,
  ANSWER: 'PASSWORD',
  CREDENTIAL: '{"id":"x","rawId":"x","type":"public-key","response":{}}',
  EMAIL: 'nobody@example.org',
  DEVICE_KEY: 'local_00000000-0000-4000-8000-000000000000',
  PASSWORD_CLAIM_SIGNATURE: 'eA==',
  PASSWORD_CLAIM_SECRET_BLOCK: 'eA==',
  TIMESTAMP,
  SMS_MFA_CODE: '123456',
  SMS_OTP_CODE: '123456',
  EMAIL_OTP_CODE: '123456',
  SOFTWARE_TOKEN_MFA_CODE: '123456',
  REFRESH_TOKEN: 'x',
  SECRET_HASH: 'eA==',
  PREFERRED_CHALLENGE: 'EMAIL_OTP',
};
const FLOWS = ['USER_SRP_AUTH', 'USER_PASSWORD_AUTH', 'USER_AUTH', 'CUSTOM_AUTH', 'REFRESH_TOKEN'];
const CHALLENGES = [
  'PASSWORD_VERIFIER',
  'SELECT_CHALLENGE',
  'NEW_PASSWORD_REQUIRED',
  'EMAIL_OTP',
  'SMS_OTP',
  'SMS_MFA',
  'SOFTWARE_TOKEN_MFA',
  'SELECT_MFA_TYPE',
  'MFA_SETUP',
  'CUSTOM_CHALLENGE',
  'WEB_AUTHN',
  'DEVICE_SRP_AUTH',
  'DEVICE_PASSWORD_VERIFIER',
];

/** A request of every operation, good in form; `Session` belongs to a sign-in that is under way. */
async function goodRequests(identity: RunningIdentity): Promise<[string, object][]> {
  const { email, AccessToken } = await signedInPerson(identity);
  const begun = await identity.chooseFactor(email);
  const named = { ClientId: WEB_CLIENT_ID, Username: email, SecretHash: 'eA==' };
  const ClientMetadata = { some: 'thing' };
  const UserAttributes = [{ Name: 'given_name', Value: 'Mara' }];
  return [
    [
      'SignUp',
      { ...named, Username: newEmail(), Password: PASSWORD, UserAttributes, ClientMetadata },
    ],
    ['ConfirmSignUp', { ...named, ConfirmationCode: '123456', Session: 'x', ClientMetadata }],
    ['ResendConfirmationCode', { ...named, ClientMetadata }],
    ['ForgotPassword', { ...named, ClientMetadata }],
    [
      'ConfirmForgotPassword',
      { ...named, ConfirmationCode: '123456', Password: PASSWORD, ClientMetadata },
    ],
    ...FLOWS.map((AuthFlow): [string, object] => [
      'InitiateAuth',
      { ClientId: PLAIN_CLIENT_ID, AuthFlow, AuthParameters: RESPONSES, Session: 'x' },
    ]),
    ...CHALLENGES.map((ChallengeName): [string, object] => [
      'RespondToAuthChallenge',
      {
        ClientId: PLAIN_CLIENT_ID,
        ChallengeName,
        ChallengeResponses: { ...RESPONSES, USERNAME: email },
        Session: begun.body['Session'],
      },
    ]),
    ['GetTokensFromRefreshToken', { ClientId: WEB_CLIENT_ID, RefreshToken: 'x', DeviceKey: 'y' }],
    ['RevokeToken', { ClientId: WEB_CLIENT_ID, Token: 'x', ClientSecret: 'y' }],
    ['GetUser', { AccessToken }],
    ['UpdateUserAttributes', { AccessToken, UserAttributes }],
    ['DeleteUserAttributes', { AccessToken, UserAttributeNames: ['phone_number'] }],
    ['GetUserAttributeVerificationCode', { AccessToken, AttributeName: 'email' }],
    ['VerifyUserAttribute', { AccessToken, AttributeName: 'email', Code: '123456' }],
    ['AssociateSoftwareToken', { AccessToken, Session: 'x' }],
    ['VerifySoftwareToken', { AccessToken, UserCode: '123456', FriendlyDeviceName: 'phone' }],
    ['SetUserMFAPreference', { AccessToken, EmailMfaSettings: { Enabled: false } }],
    ['GetUserAuthFactors', { AccessToken }],
    ['DescribeRecoveryCodes', { AccessToken }],
    ['StartWebAuthnRegistration', { AccessToken }],
    ['CompleteWebAuthnRegistration', { AccessToken, Credential: { id: 'x', response: {} } }],
    ['ListWebAuthnCredentials', { AccessToken, MaxResults: 1, NextToken: '1' }],
    ['DeleteWebAuthnCredential', { AccessToken, CredentialId: 'x' }],
    ['ListDevices', { AccessToken, Limit: 1, PaginationToken: '1' }],
    ['GetDevice', { AccessToken, DeviceKey: RESPONSES.DEVICE_KEY }],
    ['ForgetDevice', { AccessToken, DeviceKey: RESPONSES.DEVICE_KEY }],
    [
      'UpdateDeviceStatus',
      { AccessToken, DeviceKey: RESPONSES.DEVICE_KEY, DeviceRememberedStatus: 'remembered' },
    ],
    [
      'ConfirmDevice',
      {
        AccessToken,
        DeviceKey: RESPONSES.DEVICE_KEY,
        DeviceName: 'x',
        DeviceSecretVerifierConfig: { Salt: 'eA==', PasswordVerifier: 'eA==' },
      },
    ],
    ['ChangePassword', { AccessToken, PreviousPassword: 'x', ProposedPassword: 'y' }],
  ];
}

/**
 * Sends `runs` mutations of a valid request to every operation. All must be handled without an internal
 * error.
 */
export async function sendHostileRequests(identity: RunningIdentity, runs: number): Promise<void> {
  for (const [operation, good] of await goodRequests(identity)) {
    const bears = async (body: string): Promise<void> => {
      const answer = await identity.call(operation, body);
      expect(answer.status).toBeLessThan(500);
      expect(answer.error).not.toMatch(INNARDS);
      if (answer.status !== 200) expect(answer.error).toMatch(/^\w+Exception: ./);
    };
    const bodies = fc.oneof(hostileBodies(good), hostileMembers(good));
    await fc.assert(fc.asyncProperty(bodies, bears), propertyRuns(runs));
  }
}

/** A good request with something odd inside of one of its structures. */
function hostileMembers(good: object): fc.Arbitrary<string> {
  const structures = Object.entries(good).filter(([, value]) => typeof value === 'object');
  const places = structures.flatMap(([name, value]) =>
    Object.keys(value as object).map((inner) => [name, inner] as const),
  );
  if (places.length === 0) return hostileBodies(good);
  return fc
    .tuple(fc.constantFrom(...places), fc.oneof(hostileText, fc.jsonValue()))
    .map(([[name, inner], odd]) => {
      const structure = Reflect.get(good, name) as object;
      const changed = Array.isArray(structure)
        ? structure.with(Number(inner), odd)
        : { ...structure, [inner]: odd };
      return JSON.stringify({ ...good, [name]: changed });
    });
}
