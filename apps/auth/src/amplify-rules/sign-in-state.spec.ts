import { openUserPool } from '../features/session/user-pool/user-pool';
import {
  accept,
  CLIENT,
  freshTokens,
  IDENTITY,
  poolOnTheWire,
  refuse,
} from '../testing/pool-on-the-wire';
import { stopClock } from '../testing/stopped-clock';

const wire = poolOnTheWire();
const pool = openUserPool(IDENTITY, () => undefined);
const signIn = () => pool.signIn('mina@table.example', 'Bellunder7');
const askForCode = () =>
  accept({ ChallengeName: 'EMAIL_OTP', Session: 'session', ChallengeParameters: {} });
const state = () =>
  Object.fromEntries(
    ['username', 'challengeName', 'signInSession', 'expiry'].map((name) => [
      name,
      sessionStorage.getItem(`CognitoSignInState.${name}`),
    ]),
  );
const POOL = {
  userPoolId: IDENTITY.user_pool_id,
  userPoolClientId: IDENTITY.user_pool_client_id,
  userPoolEndpoint: 'http://localhost/idp',
};
const NOTHING = { username: null, challengeName: null, signInSession: null, expiry: null };

afterEach(() => jest.useRealTimers());
afterAll(() => pool.close());

describe('a sign-in', () => {
  it('takes one way: "Only the default password flow is used by the sign-in screen."', async () => {
    wire.answer(() => accept(freshTokens()));
    await signIn();
    expect(wire.operations()).toEqual(['InitiateAuth']);
    expect(wire.calls[0]?.body).toMatchObject({
      AuthFlow: 'USER_SRP_AUTH',
      AuthParameters: { USERNAME: 'mina@table.example', SRP_A: expect.any(String) },
    });
    expect(JSON.stringify(wire.calls)).not.toContain('Bellunder7');
  });

  it('is stored while in progress: "Sign-in state expiry", 180000 ms', async () => {
    stopClock(1_800_000_000_000);
    wire.answer(askForCode);
    await signIn();
    expect(state()).toEqual({
      username: 'mina@table.example',
      challengeName: 'EMAIL_OTP',
      signInSession: 'session',
      expiry: String(1_800_000_000_000 + 180_000),
    });
  });

  it.each([
    [179_999, ['RespondToAuthChallenge']],
    [180_000, []],
  ])('in progress, of which a page that loads %i ms later makes %j', async (later, calls) => {
    stopClock(1_800_000_000_000);
    wire.answer(askForCode);
    await signIn();
    const before = wire.calls.length;
    jest.setSystemTime(1_800_000_000_000 + later);
    // Simulates a page load: Amplify reads the stored state when its module first runs.
    await jest.isolateModulesAsync(async () => {
      const { Amplify } = await import('aws-amplify');
      const { confirmSignIn } = await import('aws-amplify/auth');
      const { ConsoleLogger } = await import('aws-amplify/utils');
      ConsoleLogger.LOG_LEVEL = 'ERROR';
      Amplify.configure({ Auth: { Cognito: POOL } });
      await confirmSignIn({ challengeResponse: '123456' }).catch(() => undefined);
    });
    expect(wire.operations().slice(before)).toEqual(calls);
  });

  it('that succeeds: "Stored sign-in state is cleared on success"', async () => {
    wire.answer(askForCode);
    await signIn();
    expect(state()).not.toEqual(NOTHING);
    wire.answer(() => accept(freshTokens()));
    await signIn();
    expect(localStorage.getItem(`${CLIENT}LastAuthUser`)).toBe('mina@table.example');
    expect(state()).toEqual(NOTHING);
  });

  it('that fails: "Stored sign-in state is cleared on success or failure."', async () => {
    wire.answer(askForCode);
    await signIn();
    expect(state()).not.toEqual(NOTHING);
    wire.answer(() => refuse(400, 'NotAuthorizedException', 'Incorrect username or password.'));
    await expect(signIn()).rejects.toMatchObject({ code: 'NotAuthorizedException' });
    expect(state()).toEqual(NOTHING);
  });
});
