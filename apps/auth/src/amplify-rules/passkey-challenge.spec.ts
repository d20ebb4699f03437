import { openUserPool } from '../features/session/user-pool';
import { accept, CLIENT, freshTokens, IDENTITY, poolOnTheWire } from '../testing/pool-on-the-wire';

// product.md, section 4. jsdom knows no passkeys: the authenticator is the test's, the rest Amplify's.

const wire = poolOnTheWire();
const pool = openUserPool(IDENTITY, () => undefined);

class Credential {
  readonly id = 'a-passkey';
  readonly type = 'public-key';
  readonly rawId = new ArrayBuffer(4);
  readonly response = new Assertion();
  readonly getClientExtensionResults = () => ({});
}
class Assertion {
  readonly clientDataJSON = new ArrayBuffer(4);
  readonly authenticatorData = new ArrayBuffer(4);
  readonly signature = new ArrayBuffer(4);
}
const getPasskey = jest.fn(async () => new Credential());

beforeAll(() => {
  const browser = {
    isSecureContext: true,
    PublicKeyCredential: Credential,
    AuthenticatorAssertionResponse: Assertion,
  };
  for (const [name, value] of Object.entries(browser))
    Object.defineProperty(window, name, { configurable: true, value });
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: { get: getPasskey },
  });
});
afterAll(() => pool.close());

it('"passkey (WEB_AUTHN) challenge handled automatically": the sign-in is done, without a step between', async () => {
  const options = { challenge: 'AAAA', rpId: 'localhost', allowCredentials: [] };
  wire.answer(({ operation }) =>
    operation === 'InitiateAuth'
      ? accept({
          ChallengeName: 'WEB_AUTHN',
          Session: 'session',
          ChallengeParameters: { CREDENTIAL_REQUEST_OPTIONS: JSON.stringify(options) },
        })
      : accept(freshTokens()),
  );
  expect(await pool.signIn('mina@table.example', 'Bellunder7')).toEqual({ signInStep: 'DONE' });
  expect(getPasskey).toHaveBeenCalledTimes(1);
  expect(wire.operations()).toEqual(['InitiateAuth', 'RespondToAuthChallenge']);
  expect(wire.calls[1]?.body).toMatchObject({
    ChallengeName: 'WEB_AUTHN',
    Session: 'session',
    ChallengeResponses: { CREDENTIAL: expect.stringContaining('"id":"a-passkey"') },
  });
  expect(localStorage.getItem(`${CLIENT}LastAuthUser`)).toBe('mina@table.example');
});
