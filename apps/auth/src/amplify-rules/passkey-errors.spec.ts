import { openAccountSecurity } from '../features/session/account-security';
import { openUserPool } from '../features/session/user-pool';
import { accept, IDENTITY, poolOnTheWire, storeTokens } from '../testing/pool-on-the-wire';

// product.md, section 8: "Passkey errors". The browser's refusals, and what the product makes of them.

const wire = poolOnTheWire();
const pool = openUserPool(IDENTITY, () => undefined);
const security = openAccountSecurity(IDENTITY);
const ceremony = jest.fn<Promise<Credential | null>, []>();

function browserHas(passkeys: boolean) {
  const parts = {
    isSecureContext: passkeys,
    PublicKeyCredential: passkeys ? class {} : undefined,
  };
  for (const [name, value] of Object.entries(parts))
    Object.defineProperty(window, name, { configurable: true, value });
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: { get: ceremony, create: ceremony },
  });
}

/** As a browser refuses. */
const refusal = (name: string) => Object.assign(new Error('in its own words'), { name });

const user = { id: 'AAAA', name: 'mina', displayName: 'Mina' };
const CHALLENGE = { challenge: 'AAAA', rpId: 'localhost', allowCredentials: [] };
const CREATION = {
  challenge: 'AAAA',
  rp: { id: 'localhost', name: 'Tomekeeper' },
  user,
  pubKeyCredParams: [],
  excludeCredentials: [],
};

beforeEach(() => {
  browserHas(true);
  ceremony.mockReset();
  wire.answer(({ operation }) =>
    accept(
      operation === 'InitiateAuth'
        ? {
            ChallengeName: 'WEB_AUTHN',
            Session: 'session',
            ChallengeParameters: { CREDENTIAL_REQUEST_OPTIONS: JSON.stringify(CHALLENGE) },
          }
        : { CredentialCreationOptions: CREATION },
    ),
  );
});
afterAll(() => pool.close());

const signIn = () => pool.signInWithout('mina@table.example', 'WEB_AUTHN');
const add = () => {
  storeTokens(3600);
  return security.addPasskey();
};

describe('Passkey errors', () => {
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

  it.each([
    ['signing in', signIn, 'Authentication', 'authentication'],
    ['adding one', add, 'Registration', 'registration'],
  ])('cancelled: %s', async (_what, begin, name, word) => {
    ceremony.mockRejectedValueOnce(refusal('NotAllowedError'));
    await expect(begin()).rejects.toMatchObject({
      code: `Passkey${name}Canceled`,
      message: `Passkey ${word} ceremony has been canceled.`,
    });
  });

  it.each([
    ['signing in', signIn],
    ['adding one', add],
  ])('aborted: %s', async (_what, begin) => {
    ceremony.mockRejectedValueOnce(refusal('AbortError'));
    await expect(begin()).rejects.toMatchObject({
      code: 'PasskeyOperationAborted',
      message: 'Passkey operation has been aborted.',
    });
  });

  it.each([
    ['signing in', signIn],
    ['adding one', add],
  ])('relying party mismatch: %s', async (_what, begin) => {
    ceremony.mockRejectedValueOnce(refusal('SecurityError'));
    await expect(begin()).rejects.toMatchObject({
      code: 'RelyingPartyMismatch',
      message: 'Relying party does not match current domain.',
    });
  });
});
