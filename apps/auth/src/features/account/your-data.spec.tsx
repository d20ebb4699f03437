import { screen, waitFor, within } from '@testing-library/react';
import {
  answer,
  noContent,
  refuse,
  refuseSilently,
  type FakeShellOptions,
} from '@tomekeeper/remote-kit/testing';
import { FakeUserPool } from '../../testing/fake-user-pool';
import { MINA, showPage } from '../../testing/show-page';

const showAccount = (pool?: FakeUserPool, options?: FakeShellOptions) =>
  showPage('/account', { session: { status: 'signed-in', user: MINA }, pool, ...options });

describe('downloading one’s data', () => {
  const EXPORT = 'POST /api/account/export/';
  const press = async ({ user }: Awaited<ReturnType<typeof showAccount>>) =>
    user.click(await screen.findByRole('button', { name: 'Download my data' }));
  let downloads: string[];

  beforeEach(() => {
    downloads = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      if (this.hasAttribute('download')) downloads.push(this.pathname);
    });
  });
  afterEach(() => jest.restoreAllMocks());

  it('follows the link that the server gives', async () => {
    const page = await showAccount();
    const expires_at = '2030-01-01T00:00:00.000Z';
    page.shell.server.on(EXPORT, () => answer({ url: '/api/account/export/t/', expires_at }));
    await press(page);
    await waitFor(() => expect(downloads).toEqual(['/api/account/export/t/']));
    expect(page.shell.toasts[0]?.message).toBe('Download started.');
  });

  it('says why not, and may be tried again', async () => {
    const page = await showAccount();
    page.shell.server.on(EXPORT, () => refuse(503, 'The campaign service does not answer.'));
    await press(page);
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The campaign service does not answer.',
    );
    page.shell.server.on(EXPORT, () => refuseSilently(502));
    await press(page);
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toBe(
        'Could not prepare your data. Please try again.',
      ),
    );
    expect(downloads).toEqual([]);
  });
});

describe('deleting one’s account', () => {
  async function open(options?: FakeShellOptions) {
    const pool = new FakeUserPool().addAccount({ email: MINA.email });
    pool.signedInAs = MINA.email;
    const page = await showAccount(pool, options);
    await page.user.click(await screen.findByRole('button', { name: 'Delete my account' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account' }));
    const submit = dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete my account' });
    return { ...page, pool, dialog, submit };
  }

  it('asks for the address, in any case, and then signs out', async () => {
    const { user, pool, shell, dialog, submit } = await open();
    expect(submit.disabled).toBe(true);
    await user.type(dialog.getByLabelText('Your email'), 'someone@else.example{Enter}');
    expect(submit.disabled).toBe(true);
    await user.clear(dialog.getByLabelText('Your email'));
    await user.type(dialog.getByLabelText('Your email'), ` ${MINA.email.toUpperCase()}`);
    await user.click(submit);
    await waitFor(() => expect(shell.session.current().status).toBe('signed-out'));
    expect(pool.accounts.size).toBe(0);
    await waitFor(() =>
      expect(shell.toasts[0]?.message).toBe('Your account is deleted. A mail confirms it.'),
    );
  });

  it('stays signed in when it fails, and says why', async () => {
    const { user, pool, shell, dialog, submit } = await open();
    pool.failNext('deleteAccount', 'TooManyRequestsException', 'Too many requests.');
    await user.type(dialog.getByLabelText('Your email'), MINA.email);
    await user.click(submit);
    expect((await dialog.findByRole('alert')).textContent).toBe('Too many requests.');
    expect(shell.session.current().status).toBe('signed-in');
    await user.click(submit);
    await waitFor(() => expect(shell.session.current().status).toBe('signed-out'));
  });

  it('does nothing on cancel, and discards the entered text', async () => {
    const { user, pool, dialog } = await open();
    await user.type(dialog.getByLabelText('Your email'), MINA.email);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Delete my account' }));
    expect((await screen.findByLabelText<HTMLInputElement>('Your email')).value).toBe('');
    expect(pool.calls).not.toContain(`deleteAccount ${MINA.email}`);
  });

  describe('with a managed pool, which notifies no other service', () => {
    const ERASE = 'DELETE /api/me/';
    const identity = { user_pool_id: 'eu-west-1_Managed', user_pool_client_id: 'web' };

    async function openAndType() {
      const page = await open({ config: { identity } });
      await page.user.type(page.dialog.getByLabelText('Your email'), MINA.email);
      return page;
    }

    it('has the product forget the person first', async () => {
      const { user, pool, shell, submit } = await openAndType();
      let accountThen: boolean | undefined;
      shell.server.on(ERASE, () => {
        accountThen = pool.accounts.has(MINA.email);
        return noContent();
      });
      await user.click(submit);
      await waitFor(() => expect(shell.session.current().status).toBe('signed-out'));
      expect(accountThen).toBe(true);
      expect(pool.accounts.size).toBe(0);
    });

    it('leaves the account when that fails, and may be tried again', async () => {
      const { user, pool, shell, dialog, submit } = await openAndType();
      shell.server.on(ERASE, () => refuse(503, 'Please try again in a moment.'));
      await user.click(submit);
      expect((await dialog.findByRole('alert')).textContent).toBe('Please try again in a moment.');
      expect(pool.accounts.size).toBe(1);
      shell.server.on(ERASE, () => noContent());
      await user.click(submit);
      await waitFor(() => expect(pool.accounts.size).toBe(0));
    });

    it('shows the remaining step when the pool fails, and retries only that step', async () => {
      const { user, pool, shell, dialog, submit } = await openAndType();
      shell.server.on(ERASE, () => noContent());
      pool.failNext('deleteAccount', 'TooManyRequestsException', 'Too many requests.');
      await user.click(submit);
      const alert = await dialog.findByRole('alert');
      expect(alert.textContent).toContain('Your data is deleted, but your sign-in is not yet.');
      expect(alert.textContent).toContain('Too many requests.');
      expect(shell.session.current().status).toBe('signed-in');
      await user.click(submit);
      await waitFor(() => expect(shell.session.current().status).toBe('signed-out'));
      expect(pool.accounts.size).toBe(0);
      expect(shell.server.callsTo(ERASE)).toHaveLength(1);
    });
  });

  it('calls only the pool if it is our own, because it notifies all services', async () => {
    const { user, shell, dialog, submit } = await open();
    await user.type(dialog.getByLabelText('Your email'), MINA.email);
    await user.click(submit);
    await waitFor(() => expect(shell.session.current().status).toBe('signed-out'));
    expect(shell.server.callsTo('DELETE /api/me/')).toEqual([]);
  });
});
