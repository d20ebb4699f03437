import { openAccountSecurity } from '../features/session/user-pool/account-security';
import { openUserPool } from '../features/session/user-pool/user-pool';
import {
  accept,
  CLIENT,
  freshTokens,
  IDENTITY,
  poolOnTheWire,
  storeTokens,
} from '../testing/pool-on-the-wire';

// product.md, section 4, and section 8: "Passkey errors". jsdom knows no passkeys: the authenticator is the test's,
// the rest Amplify's, and what the product makes of the browser's refusals.

const wire = poolOnTheWire();
const pool = openUserPool(IDENTITY, () => undefined);
const security = openAccountSecurity(IDENTITY);

class Assertion {
  readonly clientDataJSON = new ArrayBuffer(4);
  readonly authenticatorData = new ArrayBuffer(4);
  readonly signature = new ArrayBuffer(4);
}
class Passkey {
  readonly id = 'a-passkey';
  readonly type = 'public-key';
  readonly rawId = new ArrayBuffer(4);
  readonly response = new Assertion();
  readonly getClientExtensionResults = () => ({});
}
const ceremony = jest.fn<Promise<Passkey>, []>();

function browserHas(passkeys: boolean) {
  const parts = {
    isSecureContext: passkeys,
    PublicKeyCredential: passkeys ? Passkey : undefined,
    AuthenticatorAssertionResponse: Assertion,
  };
  for (const [name, value] of Object.entries(parts))
    Object.defineProperty(window, name, { configurable: true, value });
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: { get: ceremony, create: ceremony },
  });
}

const QUESTION = { challenge: 'AAAA', rpId: 'localhost', allowCredentials: [] };
const CREATION = {
  challenge: 'AAAA',
  rp: { id: 'localhost', name: 'Tomekeeper' },
  user: { id: 'AAAA', name: 'mina', displayName: 'Mina' },
  pubKeyCredParams: [],
  excludeCredentials: [],
};
const ANSWERS: Record<string, () => object> = {
  InitiateAuth: () => ({
    ChallengeName: 'WEB_AUTHN',
    Session: 'session',
    ChallengeParameters: { CREDENTIAL_REQUEST_OPTIONS: JSON.stringify(QUESTION) },
  }),
  RespondToAuthChallenge: freshTokens,
  StartWebAuthnRegistration: () => ({ CredentialCreationOptions: CREATION }),
};

beforeEach(() => {
  browserHas(true);
  ceremony.mockReset();
  wire.answer(({ operation }) => accept(ANSWERS[operation]?.()));
});
afterAll(() => pool.close());

it('"passkey (WEB_AUTHN) challenge handled automatically": the sign-in is done, without a step between', async () => {
  ceremony.mockResolvedValueOnce(new Passkey());
  expect(await pool.signIn('mina@table.example', 'Bellunder7')).toEqual({ signInStep: 'DONE' });
  expect(ceremony).toHaveBeenCalledTimes(1);
  expect(wire.operations()).toEqual(['InitiateAuth', 'RespondToAuthChallenge']);
  expect(wire.calls[1]?.body).toMatchObject({
    ChallengeName: 'WEB_AUTHN',
    Session: 'session',
    ChallengeResponses: { CREDENTIAL: expect.stringContaining('"id":"a-passkey"') },
  });
  expect(localStorage.getItem(`${CLIENT}LastAuthUser`)).toBe('mina@table.example');
});

describe('Passkey errors', () => {
  const signIn = () => pool.signInWithout('mina@table.example', 'WEB_AUTHN');
  const add = () => {
    storeTokens(3600);
    return security.addPasskey();
  };

  it.each([
    ['signing in', signIn],
    ['adding one', add],
  ])('not supported: %s', async (_what, begin) => {
    browserHas(false);
    await expect(begin()).rejects.toMatchObject({
      code: 'PasskeyNotSupported',
      message: 'Passkeys may not be supported on this device.',
    });
    expect(ceremony).not.toHaveBeenCalled();
  });

  const aborted = ['AbortError', 'PasskeyOperationAborted', 'Passkey operation has been aborted.'];
  const mismatch = [
    'SecurityError',
    'RelyingPartyMismatch',
    'Relying party does not match current domain.',
  ];
  it.each([
    [
      'cancelled: signing in',
      signIn,
      'NotAllowedError',
      'PasskeyAuthenticationCanceled',
      'Passkey authentication ceremony has been canceled.',
    ],
    [
      'cancelled: adding one',
      add,
      'NotAllowedError',
      'PasskeyRegistrationCanceled',
      'Passkey registration ceremony has been canceled.',
    ],
    ['aborted: signing in', signIn, ...aborted],
    ['aborted: adding one', add, ...aborted],
    ['relying party mismatch: signing in', signIn, ...mismatch],
    ['relying party mismatch: adding one', add, ...mismatch],
  ] as [string, typeof signIn | typeof add, string, string, string][])(
    '%s',
    async (_what, begin, refusal, code, message) => {
      // As a browser refuses.
      const words = new Error('in its own words');
      ceremony.mockRejectedValueOnce(Object.assign(words, { name: refusal }));
      await expect(begin()).rejects.toMatchObject({ code, message });
    },
  );
});
