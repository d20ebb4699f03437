import { act, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { fillIn } from '@tomekeeper/remote-kit/testing';
import { FakeUserPool } from '../../testing/fake-user-pool';
import { goneTo, MINA, showPage } from '../../testing/show-page';

const EMAIL = 'mina@table.example';
const withMina = () => new FakeUserPool().addAccount({ email: EMAIL });

async function signIn(user: UserEvent, email = EMAIL, password = 'Bellunder7') {
  if (email) await fillIn(user, screen.getByLabelText('Email'), email);
  if (password) await fillIn(user, screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
}

describe('the sign-in screen', () => {
  it('is titled with the product name and Sign In', async () => {
    const { shell } = await showPage('/login');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Tomekeeper Sign In');
    expect(shell.routing.title()).toBe('Sign In');
  });

  it.each([
    ['both', '', '', 'Email'],
    ['the email', '', 'secret', 'Email'],
    ['the password', EMAIL, '', 'Password'],
    ['anything but spaces', '   ', '   ', 'Email'],
  ])('asks for both fields when %s is missing', async (_what, email, password, focused) => {
    const { user, pool } = await showPage('/login');
    await signIn(user, email, password);
    expect(screen.getByRole('alert').textContent).toContain(
      'Please enter both email and password.',
    );
    expect(document.activeElement).toBe(screen.getByLabelText(focused));
    expect(pool.calls).toEqual([]);
  });

  it.each([
    [[], 'username'],
    [['passkeys'], 'username webauthn'],
  ])('with the features %j lets the browser fill in: %s', async (features, autocomplete) => {
    const identity = { user_pool_id: 'local_test', user_pool_client_id: 'testclient', features };
    await showPage('/login', { config: { identity } });
    expect(screen.getByLabelText('Email').getAttribute('autocomplete')).toBe(autocomplete);
    expect(screen.getByLabelText('Password').getAttribute('autocomplete')).toBe('current-password');
  });

  it("shows next to each field: 'Email cannot be empty', 'Password cannot be empty'", async () => {
    const { user } = await showPage('/login');
    await signIn(user, '', '');
    for (const label of ['Email', 'Password']) {
      expect(screen.getByText(`${label} cannot be empty`)).toBeTruthy();
      expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
    }
    await fillIn(user, screen.getByLabelText('Email'), EMAIL);
    expect(screen.queryByText('Email cannot be empty')).toBeNull();
    expect(screen.getByText('Password cannot be empty')).toBeTruthy();
  });

  it('trims the input, fetches the user and opens the campaigns: "Username and password are trimmed before sending."', async () => {
    const { user, shell } = await showPage('/login', { pool: withMina() });
    await signIn(user, `  ${EMAIL} `, ' Bellunder7  ');
    await waitFor(() =>
      expect(shell.routing.navigations).toEqual([{ to: '/home', replace: true }]),
    );
    expect(shell.session.current()).toEqual({ status: 'signed-in', user: MINA });
  });

  it.each([
    ['/account', '/account'],
    ['//evil.example', '/home'],
  ])('with the redirect %s goes to %s', async (redirect, target) => {
    const path = `/login?redirect=${encodeURIComponent(redirect)}`;
    const { user, shell } = await showPage(path, { pool: withMina() });
    await signIn(user);
    await waitFor(() => expect(goneTo(shell)).toBe(target));
  });

  it("shows the provider's message for wrong credentials and keeps the form: the error's own message", async () => {
    const { user, shell } = await showPage('/login', { pool: withMina() });
    await signIn(user, EMAIL, 'wrong');
    expect((await screen.findByRole('alert')).textContent).toBe('Incorrect username or password.');
    expect(shell.routing.navigations).toEqual([]);
    expect(shell.reports).toEqual([]);
  });

  it("says 'Sign-in failed' when the error has no words", async () => {
    const pool = withMina().failNext('signIn', 'UnknownError', '');
    const { user } = await showPage('/login', { pool });
    await signIn(user);
    expect((await screen.findByRole('alert')).textContent).toBe('Sign-in failed');
  });

  it.each([
    ['as a step', withMina],
    [
      'as an error',
      () => withMina().failNext('signIn', 'UserNotConfirmedException', 'User is not confirmed.'),
    ],
  ])(
    'sends an unconfirmed user, told %s, to sign-up with the address: "An unconfirmed user is sent to confirm sign-up"',
    async (_how, make) => {
      const pool = make();
      pool.addAccount({ email: EMAIL, confirmed: false });
      const { user, shell } = await showPage('/login', { pool });
      await signIn(user, ` ${EMAIL} `);
      await waitFor(() => expect(goneTo(shell)).toBe('/signup?email=mina%40table.example'));
    },
  );

  it('sends someone who must reset the password to do that: "a user needing a password reset is sent to RESET_PASSWORD"', async () => {
    const pool = withMina().nextStep({ signInStep: 'RESET_PASSWORD' });
    const { user, shell } = await showPage('/login?redirect=%2Faccount', { pool });
    await signIn(user);
    await waitFor(() =>
      expect(goneTo(shell)).toBe('/forgot-password?email=mina%40table.example&redirect=%2Faccount'),
    );
    expect(shell.toasts[0]?.message).toContain('You need a new password.');
  });

  it('advises someone who is signed in already, and is refused: "with advice to sign out first"', async () => {
    const pool = withMina();
    pool.signedInAs = EMAIL;
    const { user, shell } = await showPage('/login', {
      pool,
      session: { status: 'signed-in', user: MINA },
    });
    expect(screen.getByRole('status').textContent).toContain('There is already a signed in user.');
    await signIn(user);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('There is already a signed in user.');
    expect(alert.textContent).toContain('Sign out first');
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(shell.session.current().status).toBe('signed-out'));
    expect(goneTo(shell)).toBe('/login');
  });

  it('takes the advice back when the other one signs out in another tab', async () => {
    const pool = withMina();
    pool.signedInAs = EMAIL;
    const { user, shell } = await showPage('/login', {
      pool,
      session: { status: 'signed-in', user: MINA },
    });
    await signIn(user);
    await screen.findByRole('alert');
    act(() => shell.session.set({ status: 'signed-out' }));
    expect(screen.queryByText('There is already a signed in user.')).toBeNull();
  });

  it('offers another try when the user can’t be fetched after sign-in', async () => {
    const pool = withMina();
    const { user, shell } = await showPage('/login', { pool });
    const refreshUser = jest
      .spyOn(shell.session, 'refreshUser')
      .mockRejectedValueOnce(Object.assign(new Error('Network Error'), { name: 'NetworkError' }));
    await signIn(user);
    expect((await screen.findByRole('alert')).textContent).toContain('Network Error');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(goneTo(shell)).toBe('/home'));
    expect(refreshUser).toHaveBeenCalledTimes(2);
    expect(pool.calls.filter((call) => call.startsWith('signIn'))).toHaveLength(1);
  });

  it('signs in once for a double press', async () => {
    const pool = withMina();
    const { user, shell } = await showPage('/login', { pool });
    await fillIn(user, screen.getByLabelText('Email'), EMAIL);
    await fillIn(user, screen.getByLabelText('Password'), 'Bellunder7');
    await user.dblClick(screen.getByRole('button', { name: 'Sign In' }));
    await waitFor(() => expect(goneTo(shell)).toBe('/home'));
    expect(pool.calls.filter((call) => call.startsWith('signIn'))).toHaveLength(1);
  });

  it('links to sign-up and to a forgotten password, and keeps the redirect', async () => {
    await showPage('/login?redirect=%2Faccount');
    const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(href('Create Account')).toBe('/signup?redirect=%2Faccount');
    expect(href('Forgot password?')).toBe('/forgot-password?redirect=%2Faccount');
  });

  it('reports internal errors, because the screen only says that sign-in failed', async () => {
    const { user, shell, pool } = await showPage('/login');
    jest.spyOn(pool, 'signIn').mockRejectedValueOnce(new TypeError('x is not a function'));
    await signIn(user);
    expect((await screen.findByRole('alert')).textContent).toBe('Sign-in failed');
    expect(shell.reports).toMatchObject([{ remote: 'auth', where: 'sign-in' }]);
  });
});
