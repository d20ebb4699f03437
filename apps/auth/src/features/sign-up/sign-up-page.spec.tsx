import { act, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { held, noContent, refuse } from '@tomekeeper/remote-kit/testing';
import { CODE, FakeUserPool } from '../../testing/fake-user-pool';
import { goneTo, showPage } from '../../testing/show-page';
import { UserPoolError } from '../session/user-pool/user-pool-error';

const EMAIL = 'mina@table.example';
const PROMPT = 'Enter the verification code we sent to your email.';

async function fillIn(user: UserEvent, values: Record<string, string> = {}) {
  const form = {
    'First name': 'Mina',
    'Last name': 'Harker',
    Email: EMAIL,
    Password: 'Bellunder7',
    ...values,
  };
  for (const [label, value] of Object.entries(form)) {
    const field = screen.getByLabelText(label);
    await user.clear(field);
    if (!value) continue;
    await user.click(field);
    await user.paste(value);
  }
  await user.click(screen.getByRole('button', { name: 'Create Account' }));
}

async function confirm(user: UserEvent, code = CODE) {
  await screen.findByText(PROMPT);
  await user.type(screen.getByLabelText('Confirmation code'), code);
}

const identity = { user_pool_id: 'local_test', user_pool_client_id: 'testclient' };

/** The browser as one with or without support for passkeys; jsdom has none. */
function withPasskeys(supported: boolean) {
  if (supported) Object.assign(window, { PublicKeyCredential: class {} });
  else Reflect.deleteProperty(window, 'PublicKeyCredential');
}
afterEach(() => withPasskeys(false));

/** From the form to the campaigns. */
async function signUp({ user, shell }: Awaited<ReturnType<typeof showPage>>, to = '/home') {
  shell.server.on('PATCH /api/me/', () => noContent());
  await fillIn(user);
  await confirm(user);
  await waitFor(() => expect(goneTo(shell)).toBe(to));
}

/** Sign-in finds the account unconfirmed, and leads to its code, which is typed. */
async function confirmFromSignIn(pool: FakeUserPool) {
  const page = await showPage('/login', { pool });
  await page.user.type(screen.getByLabelText('Email'), EMAIL);
  await page.user.type(screen.getByLabelText('Password'), 'Bellunder7');
  await page.user.click(screen.getByRole('button', { name: 'Sign In' }));
  await waitFor(() => expect(goneTo(page.shell)).toContain('/signup'));
  page.view.unmount();
  await page.show('/signup');
  await page.user.click(screen.getByRole('button', { name: 'Enter the code' }));
  await confirm(page.user);
  return page;
}

beforeEach(() => sessionStorage.clear());

describe('the sign-up screen', () => {
  it('shows the invite that led here, and returns to it', async () => {
    const { shell, user, pool } = await showPage('/signup?redirect=%2Finvite');
    shell.server.on('PATCH /api/me/', () => noContent());
    expect(document.querySelector('[data-widget="campaigns.invite-notice"]')).not.toBeNull();
    await fillIn(user);
    await confirm(user);
    await waitFor(() => expect(goneTo(shell)).toBe('/invite'));
    expect(pool.calls).toContain(`confirmSignUp ${EMAIL}`);
  });

  it.each([
    ['sends the displayed invite with the sign-up', '/idp', 't0ken'],
    ['sends no invite to a managed pool', undefined, undefined],
  ])('%s', async (_what, user_pool_endpoint, invite) => {
    const config = { identity: { ...identity, user_pool_endpoint } };
    const page = await showPage('/signup?redirect=%2Finvite', { config, invite: 't0ken' });
    await signUp(page, '/invite');
    expect(page.pool.accounts.get(EMAIL)?.invite).toBe(invite);
  });

  it('offers a new account a passkey, once', async () => {
    withPasskeys(true);
    const page = await showPage('/signup', {
      config: { identity: { ...identity, features: ['passkeys'] } },
    });
    await signUp(page);
    const offers = page.shell.toasts.filter(({ action }) => action?.label === 'Set up a passkey');
    expect(offers).toHaveLength(1);
    await act(async () => offers[0]?.action?.run());
    await waitFor(() => expect(page.shell.toasts.at(-1)?.message).toBe('Your passkey is added.'));
    expect(page.pool.security.keys).toHaveLength(1);
  });

  it.each([
    ['the pool', true, []],
    ['the browser', false, ['passkeys']],
  ])('offers no passkey where %s has none', async (_where, supported, features) => {
    withPasskeys(supported);
    const page = await showPage('/signup', { config: { identity: { ...identity, features } } });
    await signUp(page);
    expect(page.shell.toasts).toEqual([]);
  });

  it('says where to add a passkey after an attempt without success', async () => {
    withPasskeys(true);
    const page = await showPage('/signup', {
      config: { identity: { ...identity, features: ['passkeys'] } },
    });
    jest
      .spyOn(page.pool.security, 'addPasskey')
      .mockRejectedValue(new UserPoolError('PasskeyRegistrationCanceled', 'canceled'));
    await signUp(page);
    await act(async () => page.shell.toasts[0]?.action?.run());
    await waitFor(() =>
      expect(page.shell.toasts.at(-1)?.message).toBe(
        'No passkey was added. You can add one on your account page.',
      ),
    );
  });

  it('shows no invite to others', async () => {
    await showPage('/signup?redirect=%2Faccount');
    expect(document.querySelector('[data-widget]')).toBeNull();
  });

  it('creates, confirms, signs in, saves the names and goes to the campaigns, "which leads to /home"', async () => {
    const { user, shell, pool } = await showPage('/signup');
    shell.server.on('PATCH /api/me/', () => noContent());
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Tomekeeper Create Account');
    await fillIn(user, { 'First name': ' Mina ', Email: ` ${EMAIL}` });
    await confirm(user, ' 123 456');
    await waitFor(() => expect(goneTo(shell)).toBe('/home'));
    expect(pool.calls).toEqual([`signUp ${EMAIL}`, `confirmSignUp ${EMAIL}`, `signIn ${EMAIL}`]);
    expect(pool.accounts.get(EMAIL)).toMatchObject({ firstName: 'Mina', lastName: 'Harker' });
    expect(shell.server.callsTo('PATCH /api/me/')[0]?.body).toEqual({
      first_name: 'Mina',
      last_name: 'Harker',
    });
  });

  it('asks for the code only once the account is made: "form → confirm (after the sign-up call succeeds)"', async () => {
    const { user, pool } = await showPage('/signup');
    const later = held();
    jest.spyOn(pool, 'signUp').mockImplementationOnce(async () => {
      await later.promise;
      return 'confirm';
    });
    await fillIn(user);
    await screen.findByRole('button', { name: 'Creating your account…' });
    expect(screen.queryByText(PROMPT)).toBeNull();
    await act(async () => later.release(noContent()));
    await screen.findByText(PROMPT);
  });

  it('keeps the order of its steps: "confirm the code, sign in with the email and password, try to patch first and last name", "fetch the user, hand it to the success callback"', async () => {
    const { user, pool, shell } = await showPage('/signup');
    const done: string[] = [];
    const order = () => [...pool.calls, ...done];
    let whenPatched: string[] = [];
    shell.server.on('PATCH /api/me/', () => {
      whenPatched = order();
      done.push('names saved');
      return noContent();
    });
    const refreshUser = shell.session.refreshUser.bind(shell.session);
    jest.spyOn(shell.session, 'refreshUser').mockImplementation(async () => {
      done.push(`user fetched at ${goneTo(shell) ?? 'sign-up'}`);
      return refreshUser();
    });
    await fillIn(user);
    await confirm(user);
    await waitFor(() => expect(goneTo(shell)).toBe('/home'));
    const entrance = [`signUp ${EMAIL}`, `confirmSignUp ${EMAIL}`, `signIn ${EMAIL}`];
    expect(whenPatched).toEqual(entrance);
    expect(order()).toEqual([...entrance, 'names saved', 'user fetched at sign-up']);
  });

  it('does not wait for names that can’t be saved: "(failure ignored)"', async () => {
    const { user, shell } = await showPage('/signup?redirect=%2Faccount');
    shell.server.on('PATCH /api/me/', () => refuse(503, 'Not now.'));
    await fillIn(user);
    await confirm(user);
    await waitFor(() => expect(goneTo(shell)).toBe('/account'));
  });

  it.each(['First name', 'Last name', 'Email', 'Password'])(
    'asks for all fields when %s is missing: "trimmed email, password, first name and last name all required"',
    async (label) => {
      const { user, pool } = await showPage('/signup');
      await fillIn(user, { [label]: '  ' });
      expect(screen.getByRole('alert').textContent).toContain('Please complete all fields.');
      expect(document.activeElement).toBe(screen.getByLabelText(label));
      expect(pool.calls).toEqual([]);
    },
  );

  it('shows the password rules before anything is sent, where product.md says "Password policy: not shown."', async () => {
    await showPage('/signup');
    expect(screen.getByText('At least 8 characters')).toBeTruthy();
  });

  it('refuses a password with outer spaces, with the reason', async () => {
    const { user, pool } = await showPage('/signup');
    await fillIn(user, { Password: ' Bellunder7' });
    expect(screen.getByText('Password must not begin or end with a space')).toBeTruthy();
    expect(pool.calls).toEqual([]);
  });

  it('shows the unmet rules of the checklist for a weak password, before sending', async () => {
    const { user, pool } = await showPage('/signup');
    await fillIn(user, { Password: 'Bell7' });
    expect(screen.getByText('Your password needs at least 8 characters.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Password'));
    expect(pool.calls).toEqual([]);
  });

  it('begins in the first field', async () => {
    await showPage('/signup');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('First name')));
  });

  it("Failures show the provider's message, or 'Sign-up failed'", async () => {
    const message = 'Password did not conform with policy: Password is among the most common';
    const pool = new FakeUserPool().failNext('signUp', 'InvalidPasswordException', message);
    const { user } = await showPage('/signup', { pool });
    await fillIn(user, { Password: 'Password123' });
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    expect(document.activeElement).toBe(screen.getByLabelText('Password'));
    pool.failNext('signUp', 'UnknownError', '');
    await user.click(screen.getByRole('button', { name: 'Create Account' }));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Sign-up failed'));
  });

  it('signs up again for an address that was never confirmed', async () => {
    const pool = new FakeUserPool().addAccount({ email: EMAIL, confirmed: false });
    await signUp(await showPage('/signup', { pool }));
    expect(pool.calls).not.toContain(`resendSignUpCode ${EMAIL}`);
  });

  it('asks a managed pool, which refuses that, for another code', async () => {
    const pool = new FakeUserPool()
      .addAccount({ email: EMAIL, confirmed: false })
      .failNext('signUp', 'UsernameExistsException', 'User already exists');
    const config = { identity: { user_pool_id: 'eu_Pool', user_pool_client_id: 'web' } };
    await signUp(await showPage('/signup', { pool, config }));
    expect(pool.calls).toContain(`resendSignUpCode ${EMAIL}`);
  });

  it('keeps the entered password even if someone has signed up with the address meanwhile', async () => {
    const pool = new FakeUserPool();
    pool.contested.add(EMAIL);
    await signUp(await showPage('/signup', { pool }));
    expect(pool.accounts.get(EMAIL)?.session).toMatch(/^[0-9a-f]{64}$/);
  });

  it('leads through a password reset if the owner of the password is unknown', async () => {
    const pool = new FakeUserPool().addAccount({ email: EMAIL, confirmed: false });
    pool.contested.add(EMAIL);
    const { shell } = await confirmFromSignIn(pool);
    await waitFor(() =>
      expect(goneTo(shell)).toBe(`/forgot-password?email=${encodeURIComponent(EMAIL)}`),
    );
    expect(shell.toasts.at(-1)?.message).toContain('choose a new password');
  });

  it('says so when the account exists and is confirmed', async () => {
    const pool = new FakeUserPool().addAccount({ email: EMAIL });
    const { user } = await showPage('/signup', { pool });
    await fillIn(user);
    expect((await screen.findByRole('alert')).textContent).toBe(
      'An account with the given email already exists.',
    );
  });

  it('fills in the address of the query', async () => {
    await showPage('/signup?email=mina%2Bgm%40table.example');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('mina+gm@table.example');
  });

  it('takes a code that came earlier', async () => {
    const pool = new FakeUserPool().addAccount({ email: EMAIL, confirmed: false });
    const { user, shell } = await showPage(`/signup?email=${encodeURIComponent(EMAIL)}`, { pool });
    await user.click(screen.getByRole('button', { name: 'I have a verification code' }));
    await confirm(user);
    await waitFor(() => expect(goneTo(shell)).toBe('/login'));
    expect(pool.accounts.get(EMAIL)?.confirmed).toBe(true);
  });
});

describe('the second step of sign-up', () => {
  it("shows the provider's message for a wrong code, or 'Confirmation failed'", async () => {
    const { user, pool } = await showPage('/signup');
    await fillIn(user);
    await confirm(user, '000000');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Invalid verification code provided, please try again.',
    );
    pool.failNext('confirmSignUp', 'UnknownError', '');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Confirmation failed'));
  });

  it('continues when the address was confirmed in another browser', async () => {
    const { user, pool, shell } = await showPage('/signup');
    shell.server.on('PATCH /api/me/', () => noContent());
    await fillIn(user);
    await screen.findByText(PROMPT);
    await pool.confirmSignUp(EMAIL, CODE);
    pool.failNext('confirmSignUp', 'ExpiredCodeException', 'Invalid code provided.');
    await confirm(user);
    await waitFor(() => expect(goneTo(shell)).toBe('/home'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('signs in only when the pool rejects the code', async () => {
    const { user, pool } = await showPage('/signup');
    await fillIn(user);
    pool.failNext('confirmSignUp', 'LimitExceededException', 'Attempt limit exceeded.');
    await confirm(user);
    expect((await screen.findByRole('alert')).textContent).toBe('Attempt limit exceeded.');
    expect(pool.calls).not.toContain(`signIn ${EMAIL}`);
  });

  it("asks for the code when there is none, and puts the focus there: 'Confirmation code cannot be empty'", async () => {
    const { user } = await showPage('/signup');
    await fillIn(user);
    await screen.findByText(PROMPT);
    expect(document.activeElement).toBe(screen.getByLabelText('Confirmation code'));
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(screen.getByText('Confirmation code cannot be empty')).toBeTruthy();
  });

  it('lets the phone fill in the code', async () => {
    const { user } = await showPage('/signup');
    await fillIn(user);
    await screen.findByText(PROMPT);
    expect(screen.getByLabelText('Confirmation code').getAttribute('autocomplete')).toBe(
      'one-time-code',
    );
  });

  it('sends another code on request', async () => {
    const { user, pool, shell } = await showPage('/signup');
    await fillIn(user);
    await screen.findByText(PROMPT);
    await user.click(screen.getByRole('button', { name: 'Send a new code' }));
    await waitFor(() => expect(shell.toasts).toHaveLength(1));
    expect(pool.calls).toContain(`resendSignUpCode ${EMAIL}`);
  });

  it('returns to the entered data', async () => {
    const { user } = await showPage('/signup');
    await fillIn(user);
    await screen.findByText(PROMPT);
    await user.click(screen.getByRole('button', { name: 'Use another address' }));
    expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Mina');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(EMAIL);
  });

  it('survives a reload, and then leads to sign-in, as the password is gone', async () => {
    const { user, view, pool } = await showPage('/signup');
    await fillIn(user);
    await screen.findByText(PROMPT);
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('Bellunder7');
    view.unmount();
    pool.contested.add(EMAIL);
    const reloaded = await showPage('/signup', { pool });
    await confirm(reloaded.user);
    await waitFor(() => expect(goneTo(reloaded.shell)).toBe('/login'));
    expect(reloaded.shell.toasts[0]?.message).toContain('confirmed');
    reloaded.view.unmount();
    await reloaded.show('/login');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(EMAIL);
    // The session of the sign-up survived, so its password is used.
    await reloaded.user.type(screen.getByLabelText('Password'), 'Bellunder7');
    await reloaded.user.click(screen.getByRole('button', { name: 'Sign In' }));
    await waitFor(() => expect(goneTo(reloaded.shell)).toBe('/home'));
  });

  it('opens at once, with the password, for unconfirmed users from the sign-in page', async () => {
    const pool = new FakeUserPool().addAccount({ email: EMAIL, confirmed: false });
    const { shell } = await confirmFromSignIn(pool);
    await waitFor(() => expect(goneTo(shell)).toBe('/home'));
  });
});
