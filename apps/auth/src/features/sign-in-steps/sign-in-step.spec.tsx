import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { FakeUserPool } from '../../testing/fake-user-pool';
import { goneTo, showPage } from '../../testing/show-page';
import type { SignInStep } from '../session/user-pool/user-pool';

const EMAIL = 'mina@table.example';
const TOTP_SETUP = {
  sharedSecret: 'JBSWY3DPEHPK3PXP',
  getSetupUri: (app: string, account = '') =>
    new URL(`otpauth://totp/${app}:${account}?secret=JBSWY3DPEHPK3PXP&issuer=${app}`),
};

const config = {
  identity: {
    user_pool_id: 'local_test',
    user_pool_client_id: 'testclient',
    features: ['passkeys', 'devices', 'recovery_codes'],
  },
};

/** Signs in with the password; the pool asks for these steps first. */
async function askedFor(...steps: SignInStep[]) {
  const pool = new FakeUserPool().addAccount({ email: EMAIL });
  for (const step of steps) pool.nextStep(step);
  const shown = await showPage('/login', { pool, config });
  await shown.user.type(screen.getByLabelText('Email'), EMAIL);
  await shown.user.type(screen.getByLabelText('Password'), 'Bellunder7');
  await shown.user.click(screen.getByRole('button', { name: 'Sign In' }));
  await screen.findByRole('button', { name: 'Start again' });
  return { ...shown, pool };
}
const press = (user: UserEvent, name: string) => user.click(screen.getByRole('button', { name }));
const answers = (pool: FakeUserPool) => pool.calls.filter((call) => call.startsWith('answer'));

describe('the steps of a sign-in', () => {
  it.each([
    ['CONFIRM_SIGN_IN_WITH_TOTP_CODE', 'from your authenticator app'],
    ['CONFIRM_SIGN_IN_WITH_SMS_CODE', 'sent to your phone'],
    ['CONFIRM_SIGN_IN_WITH_EMAIL_CODE', 'sent to your email'],
  ] as const)('%s: asks for the code %s', async (signInStep, words) => {
    const { user, pool, shell } = await askedFor({ signInStep });
    expect(document.body.textContent).toContain(words);
    const field = screen.getByLabelText('Confirmation code');
    expect(field.getAttribute('autocomplete')).toBe('one-time-code');
    await waitFor(() => expect(document.activeElement).toBe(field));
    await press(user, 'Sign In');
    expect(screen.getByText('Confirmation code cannot be empty')).toBeTruthy();
    await user.type(field, '123 456');
    await waitFor(() => expect(goneTo(shell)).toBe('/home'));
    expect(answers(pool)).toEqual(['answerSignIn 123456']);
    expect(pool.calls).not.toContain('rememberDevice');
  });

  it('submits on the sixth digit or a paste, and not on autofill', async () => {
    const { user, pool } = await askedFor({ signInStep: 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE' });
    const field = screen.getByLabelText<HTMLInputElement>('Confirmation code');
    fireEvent.input(field, { target: { value: '123456' }, inputType: 'insertReplacementText' });
    await user.clear(field);
    await user.type(field, '12345');
    expect(answers(pool)).toEqual([]);
    await user.clear(field);
    await user.paste('123 456');
    await waitFor(() => expect(answers(pool)).toEqual(['answerSignIn 123456']));
  });

  it('says where a code went', async () => {
    await askedFor({
      signInStep: 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE',
      codeDeliveryDetails: { destination: 'm***@t***' },
    });
    expect(document.body.textContent).toContain('Sent to m***@t***.');
  });

  it('remembers the device when that is wished', async () => {
    const { user, pool, shell } = await askedFor({ signInStep: 'CONFIRM_SIGN_IN_WITH_TOTP_CODE' });
    await user.click(screen.getByLabelText('Remember this device'));
    await user.type(screen.getByLabelText('Confirmation code'), '123456');
    await waitFor(() => expect(goneTo(shell)).toBe('/home'));
    expect(pool.calls).toContain('rememberDevice');
  });

  it('takes a recovery code, which has letters, when the phone is gone', async () => {
    const { user, pool } = await askedFor({ signInStep: 'CONFIRM_SIGN_IN_WITH_TOTP_CODE' });
    pool.failNext('answerSignIn', 'CodeMismatchException', 'Invalid code received for user');
    await user.type(screen.getByLabelText('Confirmation code'), '000000');
    await screen.findByRole('alert');
    await press(user, 'Use a recovery code');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText(/one of your recovery codes/)).toBeTruthy();
    const field = screen.getByLabelText<HTMLInputElement>('Recovery code');
    expect(field.value).toBe('');
    expect(field.getAttribute('inputmode')).toBe('text');
    await user.type(field, 'AAAAA-22222');
    await press(user, 'Sign In');
    await waitFor(() =>
      expect(answers(pool)).toEqual(['answerSignIn 000000', 'answerSignIn AAAAA-22222']),
    );
  });

  it("shows the pool's words about a wrong code, and keeps the step", async () => {
    const { user, pool } = await askedFor({ signInStep: 'CONFIRM_SIGN_IN_WITH_TOTP_CODE' });
    pool.failNext('answerSignIn', 'CodeMismatchException', 'Invalid code received for user');
    await user.type(screen.getByLabelText('Confirmation code'), '000000');
    expect((await screen.findByRole('alert')).textContent).toBe('Invalid code received for user');
    expect(screen.getByLabelText('Confirmation code')).toBeTruthy();
  });

  it('starts again when the sign-in has run out', async () => {
    const { user, pool } = await askedFor({ signInStep: 'CONFIRM_SIGN_IN_WITH_TOTP_CODE' });
    pool.failNext('answerSignIn', 'SignInException', 'An error occurred during sign in.');
    await user.type(screen.getByLabelText('Confirmation code'), '000000');
    expect((await screen.findByRole('alert')).textContent).toContain('Please sign in once more.');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(EMAIL);
  });

  it('goes back to the form on Start again', async () => {
    const { user } = await askedFor({ signInStep: 'CONFIRM_SIGN_IN_WITH_TOTP_CODE' });
    await press(user, 'Start again');
    expect(screen.getByLabelText('Password')).toBeTruthy();
  });

  it('CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED: a new password, and missing names', async () => {
    const { user, pool, shell } = await askedFor({
      signInStep: 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED',
      missingAttributes: ['given_name'],
    });
    await press(user, 'Set new password');
    expect(screen.getByText('Password cannot be empty')).toBeTruthy();
    expect(screen.getByText('First name cannot be empty')).toBeTruthy();
    await user.type(screen.getByLabelText('New password'), 'Bellabove8');
    await user.type(screen.getByLabelText('First name'), 'Mina');
    await press(user, 'Set new password');
    await waitFor(() => expect(goneTo(shell)).toBe('/home'));
    expect(answers(pool)).toEqual(['answerSignIn Bellabove8 Mina']);
  });

  it.each([
    [
      { signInStep: 'CONTINUE_SIGN_IN_WITH_MFA_SELECTION', allowedMFATypes: ['SMS', 'TOTP'] },
      ['A code from your authenticator app', 'A code by text message'],
      'TOTP',
    ],
    [
      { signInStep: 'CONTINUE_SIGN_IN_WITH_MFA_SETUP_SELECTION', allowedMFATypes: ['EMAIL'] },
      ['A code by email'],
      'EMAIL',
    ],
    [
      {
        signInStep: 'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION',
        availableChallenges: ['PASSWORD', 'PASSWORD_SRP', 'EMAIL_OTP', 'WEB_AUTHN'],
      },
      ['A passkey', 'Your password', 'A code by email'],
      'WEB_AUTHN',
    ],
  ] as [SignInStep, string[], string][])(
    '%j: a button for each way',
    async (step, labels, first) => {
      const { user, pool } = await askedFor(step);
      const buttons = screen.getAllByRole('button').map((button) => button.textContent);
      expect(buttons).toEqual([...labels, 'Start again']);
      await press(user, labels[0] ?? '');
      await waitFor(() => expect(answers(pool)).toEqual([`answerSignIn ${first}`]));
    },
  );

  it('CONTINUE_SIGN_IN_WITH_TOTP_SETUP: a QR code, the key to type, and the first code', async () => {
    const { user, pool } = await askedFor({
      signInStep: 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP',
      totpSetupDetails: TOTP_SETUP,
    });
    expect(screen.getByRole('img', { name: /QR code/ })).toBeTruthy();
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy();
    await user.type(screen.getByLabelText('Confirmation code'), '123456');
    await waitFor(() => expect(answers(pool)).toEqual(['answerSignIn 123456']));
  });

  it.each([
    ['CONFIRM_SIGN_IN_WITH_PASSWORD', 'Password', 'Bellunder7', 'Sign In'],
    ['CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE', 'Answer', 'a raven', 'Sign In'],
  ] as const)('%s: asks for %s and sends it', async (signInStep, label, typed, button) => {
    const { user, pool } = await askedFor({ signInStep });
    await press(user, button);
    expect(screen.getByText(`${label} cannot be empty`)).toBeTruthy();
    await user.type(screen.getByLabelText(label), typed);
    await press(user, button);
    await waitFor(() => expect(answers(pool)).toEqual([`answerSignIn ${typed}`]));
  });

  it('CONTINUE_SIGN_IN_WITH_EMAIL_SETUP: offers the address of the account', async () => {
    const { user, pool } = await askedFor({ signInStep: 'CONTINUE_SIGN_IN_WITH_EMAIL_SETUP' });
    const field = screen.getByLabelText<HTMLInputElement>('Email');
    expect(field.value).toBe(EMAIL);
    await user.clear(field);
    await press(user, 'Send the code');
    expect(screen.getByText('Email cannot be empty')).toBeTruthy();
    await user.type(field, ` ${EMAIL}`);
    await press(user, 'Send the code');
    await waitFor(() => expect(answers(pool)).toEqual([`answerSignIn ${EMAIL}`]));
  });

  it('asks one thing after the other', async () => {
    const { user, pool } = await askedFor(
      { signInStep: 'CONTINUE_SIGN_IN_WITH_MFA_SELECTION', allowedMFATypes: ['TOTP', 'EMAIL'] },
      { signInStep: 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE' },
    );
    await press(user, 'A code by email');
    await user.type(await screen.findByLabelText('Confirmation code'), '123456');
    await waitFor(() =>
      expect(answers(pool)).toEqual(['answerSignIn EMAIL', 'answerSignIn 123456']),
    );
  });
});

describe('signing in without a password', () => {
  it.each([
    ['Use a passkey', `signInWithout ${EMAIL} WEB_AUTHN`],
    ['Other ways in', `signInWithout ${EMAIL}`],
  ])('%s', async (button, call) => {
    const pool = new FakeUserPool().addAccount({ email: EMAIL });
    const { user, shell } = await showPage('/login', { pool, config });
    await press(user, button);
    expect(screen.getByText('Email cannot be empty')).toBeTruthy();
    await user.type(screen.getByLabelText('Email'), EMAIL);
    await press(user, button);
    await waitFor(() => expect(goneTo(shell)).toBe('/home'));
    expect(pool.calls).toContain(call);
  });

  async function without(button: string, ...steps: SignInStep[]) {
    const pool = new FakeUserPool().addAccount({ email: EMAIL });
    for (const step of steps) pool.nextStep(step);
    const shown = await showPage('/login', { pool, config });
    await shown.user.type(screen.getByLabelText('Email'), EMAIL);
    await press(shown.user, button);
    await screen.findByRole('button', { name: 'Start again' });
    return shown;
  }
  const CHOICE: SignInStep = {
    signInStep: 'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION',
    availableChallenges: ['PASSWORD_SRP', 'EMAIL_OTP'],
  };
  const remembering = () => screen.queryByLabelText('Remember this device');

  it('says that there is no passkey, and lets choose among the other ways', async () => {
    await without('Use a passkey', CHOICE);
    expect(screen.getByText(/This account has no passkey/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'A code by email' })).toBeTruthy();
  });

  it('offers to remember the device together with a second factor only', async () => {
    const { user } = await without(
      'Other ways in',
      CHOICE,
      { signInStep: 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE' },
      { signInStep: 'CONFIRM_SIGN_IN_WITH_TOTP_CODE' },
    );
    expect(screen.getByText('Choose how to sign in.')).toBeTruthy();
    await press(user, 'A code by email');
    const field = await screen.findByLabelText('Confirmation code');
    expect(remembering()).toBeNull();
    await user.type(field, '123456');
    await screen.findByText(/from your authenticator app/);
    expect(remembering()).not.toBeNull();
  });

  it('is not offered by a pool that can not do it', async () => {
    await showPage('/login');
    expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
  });
});
