import * as auth from 'aws-amplify/auth';
import { accept, freshTokens, poolOnTheWire, refuse } from '../testing/pool-on-the-wire';
import { pass, stopClock } from '../testing/stopped-clock';
import { configureAmplify } from './configure-amplify';

// The product signs in automatically after a sign-up. This spec calls Amplify’s own functions
// directly.

const wire = poolOnTheWire();
const LINK_SENT = {
  Destination: 'm***@t***',
  DeliveryMedium: 'EMAIL',
  AttributeName: 'email',
};

function configure(method?: 'code' | 'link') {
  configureAmplify({ ...(method && { signUpVerificationMethod: method }) });
}

async function signUp({ confirmed = false, autoSignIn = false } = {}) {
  wire.answer(() =>
    accept({ UserSub: 'mina', UserConfirmed: confirmed, CodeDeliveryDetails: LINK_SENT }),
  );
  const options = autoSignIn ? { autoSignIn: { authFlowType: 'USER_PASSWORD_AUTH' } } : {};
  const answer = await auth.signUp({
    username: 'mina@table.example',
    password: 'Bellunder7',
    options: options as never,
  });
  return answer.nextStep.signUpStep;
}
const signIns = () => wire.operations().filter((operation) => operation === 'InitiateAuth').length;

beforeEach(() => configureAmplify());
afterEach(async () => {
  jest.useRealTimers();
  // Ends an auto sign-in that is still waiting.
  await auth.signIn({ username: 'nobody', password: '' }).catch(() => undefined);
});

describe('the steps that a sign-up can report', () => {
  it('CONFIRM_SIGN_UP', async () => expect(await signUp()).toBe('CONFIRM_SIGN_UP'));

  it('COMPLETE_AUTO_SIGN_IN', async () =>
    expect(await signUp({ confirmed: true, autoSignIn: true })).toBe('COMPLETE_AUTO_SIGN_IN'));

  it('DONE', async () => expect(await signUp({ confirmed: true })).toBe('DONE'));

  it('are those of a code by default: "Sign-up verification method default"', async () => {
    expect(await signUp({ autoSignIn: true })).toBe('CONFIRM_SIGN_UP');
    configure('link');
    expect(await signUp({ autoSignIn: true })).toBe('COMPLETE_AUTO_SIGN_IN');
    configure('code');
    expect(await signUp({ autoSignIn: true })).toBe('CONFIRM_SIGN_UP');
  });
});

describe('auto sign-in', () => {
  beforeEach(() => stopClock());

  it('by link "polls every 5 seconds" until the account is confirmed: "polled every 5 seconds"', async () => {
    configure('link');
    await signUp({ autoSignIn: true });
    wire.answer(() => refuse(400, 'UserNotConfirmedException'));
    const signedIn = auth.autoSignIn();
    await pass(4_999);
    expect(signIns()).toBe(0);
    await pass(1);
    expect(signIns()).toBe(1);
    await pass(5_000);
    expect(signIns()).toBe(2);
    wire.answer(() => accept(freshTokens()));
    await pass(5_000);
    expect((await signedIn).isSignedIn).toBe(true);
    await pass(60_000);
    expect(signIns()).toBe(3);
  });

  it('by link polls "for up to 3 minutes", the "Auto sign-in wait": \'The account was not confirmed on time.\'', async () => {
    configure('link');
    await signUp({ autoSignIn: true });
    wire.answer(() => refuse(400, 'UserNotConfirmedException'));
    const late = expect(auth.autoSignIn()).rejects.toThrow(
      'The account was not confirmed on time.',
    );
    for (let poll = 0; poll < 36; poll += 1) await pass(5_000);
    expect(signIns()).toBe(36);
    await pass(5_000);
    await late;
    await pass(60_000);
    expect(signIns()).toBe(36);
  });

  it('calls once in 300 ms: "Sign-in and auto-sign-in call throttle"', async () => {
    await signUp({ confirmed: true, autoSignIn: true });
    wire.answer(() => refuse(400, 'NotAuthorizedException'));
    const { autoSignIn } = auth;
    const first = expect(autoSignIn()).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    void autoSignIn();
    await pass(299);
    await first;
    void autoSignIn();
    await pass(0);
    expect(signIns()).toBe(1);
    await pass(300);
    const later = expect(autoSignIn()).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    await pass(0);
    await later;
    expect(signIns()).toBe(2);
  });
});
