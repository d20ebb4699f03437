import { openUserPool } from '../features/session/user-pool/user-pool';
import { accept, freshTokens, IDENTITY, poolOnTheWire, refuse } from '../testing/pool-on-the-wire';

// product.md, section 4: "Steps the identity service can report". Amplify makes them of the pool's
// answers; what the screen does with each is in sign-in-outcome.spec.ts.

const wire = poolOnTheWire();
const pool = openUserPool(IDENTITY, () => undefined);
afterAll(() => pool.close());

async function expectStep(step: string, answer: () => Response) {
  wire.answer(({ operation }) =>
    operation === 'InitiateAuth' ? answer() : accept({ SecretCode: 'S', Session: 'session' }),
  );
  expect(await pool.signIn('mina@table.example', 'Bellunder7')).toMatchObject({
    signInStep: step,
  });
}
const challenge =
  (name: string, parameters: Record<string, string> = {}) =>
  () =>
    accept({ ChallengeName: name, Session: 'session', ChallengeParameters: parameters });
const setUp = (...factors: string[]) =>
  challenge('MFA_SETUP', { MFAS_CAN_SETUP: JSON.stringify(factors) });

describe('the steps that a sign-in can report', () => {
  it('DONE', () => expectStep('DONE', () => accept(freshTokens())));

  it('CONFIRM_SIGN_UP: "An unconfirmed user is sent to confirm sign-up"', () =>
    expectStep('CONFIRM_SIGN_UP', () => refuse(400, 'UserNotConfirmedException')));

  it('RESET_PASSWORD: "a user needing a password reset is sent to RESET_PASSWORD"', () =>
    expectStep('RESET_PASSWORD', () => refuse(400, 'PasswordResetRequiredException')));

  it('CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED', () =>
    expectStep('CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED', challenge('NEW_PASSWORD_REQUIRED')));

  it('CONTINUE_SIGN_IN_WITH_MFA_SELECTION', () =>
    expectStep(
      'CONTINUE_SIGN_IN_WITH_MFA_SELECTION',
      challenge('SELECT_MFA_TYPE', { MFAS_CAN_CHOOSE: '["SMS_MFA","SOFTWARE_TOKEN_MFA"]' }),
    ));

  it('MFA setup selection', () =>
    expectStep(
      'CONTINUE_SIGN_IN_WITH_MFA_SETUP_SELECTION',
      setUp('SOFTWARE_TOKEN_MFA', 'EMAIL_OTP'),
    ));

  it('MFA e-mail setup', () => expectStep('CONTINUE_SIGN_IN_WITH_EMAIL_SETUP', setUp('EMAIL_OTP')));

  it('MFA TOTP setup', async () => {
    await expectStep('CONTINUE_SIGN_IN_WITH_TOTP_SETUP', setUp('SOFTWARE_TOKEN_MFA'));
    expect(wire.operations()).toEqual(['InitiateAuth', 'AssociateSoftwareToken']);
  });

  it('confirmation by SMS code', () =>
    expectStep('CONFIRM_SIGN_IN_WITH_SMS_CODE', challenge('SMS_MFA')));

  it('confirmation by TOTP code', () =>
    expectStep('CONFIRM_SIGN_IN_WITH_TOTP_CODE', challenge('SOFTWARE_TOKEN_MFA')));

  it('confirmation by e-mail code', () =>
    expectStep('CONFIRM_SIGN_IN_WITH_EMAIL_CODE', challenge('EMAIL_OTP')));

  it('confirmation by custom challenge', () =>
    expectStep('CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE', challenge('CUSTOM_CHALLENGE')));

  it('CONFIRM_SIGN_IN_WITH_PASSWORD', () =>
    expectStep('CONFIRM_SIGN_IN_WITH_PASSWORD', challenge('PASSWORD')));

  it('first-factor selection', () =>
    expectStep('CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION', challenge('SELECT_CHALLENGE')));
});
