import { screen, waitFor } from '@testing-library/react';
import { answer, fillIn, noContent, refuse, refuseSilently } from '@tomekeeper/remote-kit/testing';
import { CODE, FakeUserPool } from '../../testing/fake-user-pool';
import { MINA, showPage } from '../../testing/show-page';

const showAccount = (pool?: FakeUserPool) =>
  showPage('/account', { session: { status: 'signed-in', user: MINA }, pool });

describe('the account page', () => {
  it('shows the names to be edited and the address to be read', async () => {
    await showAccount();
    expect((await screen.findByLabelText<HTMLInputElement>('First name')).value).toBe('Mina');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(MINA.email);
    expect(screen.getByLabelText<HTMLInputElement>('Email').readOnly).toBe(true);
  });

  it("saves both names and says 'Saved' until something is changed again", async () => {
    const { user, shell } = await showAccount();
    shell.server.on('PATCH /api/me/', () => noContent());
    const last = await screen.findByLabelText('Last name');
    await user.clear(last);
    await fillIn(user, last, 'Murray');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved')).toBeTruthy();
    expect(shell.server.callsTo('PATCH /api/me/')[0]?.body).toEqual({
      first_name: 'Mina',
      last_name: 'Murray',
    });
    await user.type(last, '!');
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('sends empty names without validation: "Account save sends first_name and last_name with no client-side check."', async () => {
    const { user, shell } = await showAccount();
    shell.server.on('PATCH /api/me/', () => noContent());
    await user.clear(await screen.findByLabelText('First name'));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved')).toBeTruthy();
  });

  it("shows the server's detail and the refused field, else 'Save failed'", async () => {
    const { user, shell } = await showAccount();
    const tooLong = 'First name must have at most 200 characters.';
    shell.server.on('PATCH /api/me/', () =>
      refuse(400, 'Some fields were refused.', { first_name: [tooLong] }),
    );
    await screen.findByLabelText('First name');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Some fields were refused.');
    expect(screen.getByText(tooLong)).toBeTruthy();
    shell.server.on('PATCH /api/me/', () => refuseSilently(502));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Save failed'));
  });

  it("says 'Unable to load account' and offers another try", async () => {
    const { user, shell } = await showPage('/account', {
      session: { status: 'signed-in', user: undefined },
    });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Unable to load account');
    jest.spyOn(shell.session, 'refreshUser').mockResolvedValue(MINA);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByLabelText('First name')).toBeTruthy();
  });

  it('copies the user id', async () => {
    const { user } = await showAccount();
    await screen.findByText(MINA.id);
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(MINA.id);
  });

  it('changes the address with the code that went to the new one', async () => {
    const pool = new FakeUserPool().addAccount({ email: 'taken@table.example' });
    pool.signedInAs = MINA.email;
    const { user, shell } = await showAccount(pool);
    const refreshUser = jest.spyOn(shell.session, 'refreshUser');
    const field = await screen.findByLabelText('New address');
    await fillIn(user, field, 'taken@table.example');
    await user.click(screen.getByRole('button', { name: 'Send the code' }));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'An account with the email already exists.',
    );
    await user.clear(field);
    await fillIn(user, field, 'mina@new.example');
    await user.click(screen.getByRole('button', { name: 'Send the code' }));
    const code = await screen.findByLabelText('Confirmation code');
    expect(document.activeElement).toBe(code);
    await fillIn(user, code, '000000');
    expect((await screen.findByRole('alert')).textContent).toContain('Invalid verification code');
    await user.clear(code);
    await fillIn(user, code, CODE);
    await waitFor(() => expect(shell.toasts[0]?.message).toBe('Your email is changed.'));
    expect(refreshUser).toHaveBeenCalled();
  });

  it('changes the password', async () => {
    const pool = new FakeUserPool().addAccount({ email: MINA.email });
    pool.signedInAs = MINA.email;
    const { user, shell } = await showAccount(pool);
    await fillIn(user, await screen.findByLabelText('Current password'), 'wrong');
    await fillIn(user, screen.getByLabelText('New password'), 'Newbells8');
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Incorrect username or password.');
    await user.clear(screen.getByLabelText('Current password'));
    await fillIn(user, screen.getByLabelText('Current password'), 'Bellunder7');
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    await waitFor(() => expect(shell.toasts[0]?.message).toBe('Your password is changed.'));
    expect(pool.accounts.get(MINA.email)?.password).toBe('Newbells8');
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('');
  });

  it.each([
    ['Sign out', []],
    ['Sign out everywhere', ['everywhere']],
  ])('signs out by %s', async (name, asked) => {
    const { user, shell, signOutsAsked } = await showAccount();
    await user.click(await screen.findByRole('button', { name }));
    await waitFor(() => expect(shell.session.current().status).toBe('signed-out'));
    expect(signOutsAsked).toEqual(asked);
  });
});

describe('the app page', () => {
  it('shows the raw data of the current user and signs out', async () => {
    const { user, shell } = await showPage('/app', {
      session: { status: 'signed-in', user: MINA },
    });
    shell.server.on('GET /api/me/', () => answer(MINA));
    const raw = await screen.findByText((_text, element) => element?.tagName === 'PRE');
    expect(JSON.parse(raw.textContent ?? '')).toEqual(MINA);
    await user.click(screen.getByRole('button', { name: 'Sign Out' }));
    await waitFor(() => expect(shell.session.current().status).toBe('signed-out'));
  });
});
