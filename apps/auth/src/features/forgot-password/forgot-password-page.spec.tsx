import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { fillIn } from '@tomekeeper/remote-kit/testing';
import { CODE, FakeUserPool } from '../../testing/fake-user-pool';
import { goneTo, showPage } from '../../testing/show-page';

const EMAIL = 'mina@table.example';
const withMina = () => new FakeUserPool().addAccount({ email: EMAIL });

async function askFor(user: UserEvent, email = EMAIL) {
  if (email) await fillIn(user, screen.getByLabelText('Email'), email);
  await user.click(screen.getByRole('button', { name: 'Send the code' }));
}

async function setPassword(user: UserEvent, password: string, code = CODE) {
  await fillIn(user, await screen.findByLabelText('Confirmation code'), code);
  await fillIn(user, screen.getByLabelText('New password'), password);
  await user.click(screen.getByRole('button', { name: 'Set new password' }));
}

describe('a forgotten password', () => {
  it('leads by a code and a new password to being signed in', async () => {
    const pool = withMina();
    const { user, shell } = await showPage('/forgot-password?redirect=%2Faccount', { pool });
    await askFor(user, ` ${EMAIL} `);
    await setPassword(user, 'Newbells8');
    await waitFor(() => expect(goneTo(shell)).toBe('/account'));
    expect(pool.signedInAs).toBe(EMAIL);
    expect(pool.accounts.get(EMAIL)?.password).toBe('Newbells8');
  });

  it('removes passkeys and second factors unless the person keeps them', async () => {
    const pool = withMina();
    const { user, shell } = await showPage('/forgot-password', { pool });
    await askFor(user);
    const keep = await screen.findByLabelText<HTMLInputElement>('Keep passkeys and second factors');
    expect(keep.checked).toBe(false);
    await setPassword(user, 'Newbells8');
    await waitFor(() => expect(goneTo(shell)).toBe('/home'));
    expect(pool.accounts.get(EMAIL)?.factorsRemoved).toBe(true);
  });

  it('keeps passkeys and second factors if the user chooses so', async () => {
    const pool = withMina();
    const { user, shell } = await showPage('/forgot-password', { pool });
    await askFor(user);
    await user.click(await screen.findByLabelText('Keep passkeys and second factors'));
    await setPassword(user, 'Newbells8');
    await waitFor(() => expect(goneTo(shell)).toBe('/home'));
    expect(pool.accounts.get(EMAIL)?.factorsRemoved).toBe(false);
  });

  it('never tells whether the address is known', async () => {
    const { user } = await showPage('/forgot-password');
    await askFor(user, 'stranger@table.example');
    expect(await screen.findByText(/if it has an account here/)).toBeTruthy();
  });

  it('asks for the address', async () => {
    const { user, pool } = await showPage('/forgot-password');
    await askFor(user, '');
    expect(screen.getByText('Email cannot be empty')).toBeTruthy();
    expect(pool.calls).toEqual([]);
  });

  it("shows the provider's message for a wrong code and lets it be typed again", async () => {
    const pool = withMina();
    const { user, shell } = await showPage('/forgot-password', { pool });
    await askFor(user);
    await setPassword(user, 'Newbells8', '000000');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Invalid verification code provided, please try again.',
    );
    expect(shell.routing.navigations).toEqual([]);
  });

  it('refuses a new password with outer spaces, with the reason', async () => {
    const pool = withMina();
    const { user } = await showPage('/forgot-password', { pool });
    await askFor(user);
    await setPassword(user, 'Newbells8 ');
    expect(screen.getByText('Password must not begin or end with a space')).toBeTruthy();
    expect(pool.calls).not.toContain(`confirmPasswordReset ${EMAIL}`);
  });

  it('continues with the second factor of the sign-in and accepts the code that was sent', async () => {
    const pool = withMina().nextStep({
      signInStep: 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE',
      codeDeliveryDetails: { destination: 'm***@t***' },
    });
    const page = await showPage('/forgot-password?redirect=%2Faccount', { pool });
    const { user, shell } = page;
    await askFor(user);
    await setPassword(user, 'Newbells8');
    await waitFor(() => expect(goneTo(shell)).toBe('/login?redirect=%2Faccount'));
    expect(shell.toasts.at(-1)?.message).toBe('Your new password is set. One more step.');

    page.view.unmount();
    const next = await page.show('/login');
    await screen.findByText(/Sent to m\*\*\*@t\*\*\*/);
    await fillIn(user, screen.getByLabelText('Confirmation code'), '123456');
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    await waitFor(() => expect(pool.signedInAs).toBeDefined());
    const signIns = pool.calls.filter((call) => /^(signIn|answer)/.test(call));
    expect(signIns).toEqual([`signIn ${EMAIL}`, 'answerSignIn 123456']);

    // A later visit shows the form, not a step of a sign-in that is over.
    next.unmount();
    await page.show('/login');
    expect(screen.getByLabelText('Password')).toBeTruthy();
  });

  it('leads to the sign-in form when signing in fails', async () => {
    const pool = withMina().failNext('signIn', 'NetworkError', 'Network Error');
    const { user, shell } = await showPage('/forgot-password', { pool });
    await askFor(user);
    await setPassword(user, 'Newbells8');
    await waitFor(() => expect(goneTo(shell)).toBe('/login'));
    expect(shell.toasts.at(-1)?.message).toBe('Your new password is set. Please sign in.');
  });
});
