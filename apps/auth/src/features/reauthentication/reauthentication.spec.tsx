import { screen, waitFor, within } from '@testing-library/react';
import { REAUTHENTICATION_NEEDED } from '@tomekeeper/contracts-identity';
import { answer } from '@tomekeeper/remote-kit/testing';
import { CODE, FakeUserPool } from '../../testing/fake-user-pool';
import { MINA, showPage } from '../../testing/show-page';

const NEEDED = ['NotAuthorizedException', REAUTHENTICATION_NEEDED] as const;
const IDENTITY = {
  user_pool_id: 'local_test',
  user_pool_client_id: 'testclient',
  user_pool_endpoint: '/idp',
  features: ['totp', 'recovery_codes', 'passkeys', 'devices'],
};

async function showAccount(prepare: (pool: FakeUserPool) => void = () => undefined) {
  const pool = new FakeUserPool().addAccount({ email: MINA.email });
  pool.signedInAs = MINA.email;
  prepare(pool);
  const shown = await showPage('/account', {
    pool,
    session: { status: 'signed-in', user: MINA },
    config: { identity: IDENTITY },
    serve: (server) => {
      server.on('GET /api/me/', () => answer(MINA));
      server.on('GET /api/me/sessions/', () => answer([]));
    },
  });
  return { ...shown, pool };
}
const dialog = () => screen.findByRole('dialog', { name: 'Confirm that it is you' });
/** Asks for another address, which needs a newer proof. */
async function askForAddress(refusal: readonly [string, string] = NEEDED) {
  const page = await showAccount((fake) => fake.failNext('requestEmailChange', ...refusal));
  const field = await screen.findByLabelText<HTMLInputElement>('New address');
  await page.user.type(field, 'mina@elsewhere.example');
  await page.user.click(screen.getByRole('button', { name: 'Send the code' }));
  return { ...page, field };
}
const button = (inside: HTMLElement, name: string) => within(inside).getByRole('button', { name });

it('asks for the password in a dialog, then continues with the entered data', async () => {
  const { user, pool } = await askForAddress();
  const opened = await dialog();
  await user.type(await within(opened).findByLabelText('Your password'), 'Bellunder7');
  await user.click(button(opened, 'Confirm'));
  await screen.findByText('Sent to mina@elsewhere.example. It can take a minute to arrive.');
  expect(pool.security.proofs).toEqual(['password Bellunder7']);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('shows the error and stays open', async () => {
  const { user, pool } = await askForAddress();
  const opened = await dialog();
  const password = await within(opened).findByLabelText('Your password');
  await user.click(button(opened, 'Confirm'));
  await within(opened).findByText('Password cannot be empty');
  await user.type(password, 'Wrong-Word-1');
  await user.click(button(opened, 'Confirm'));
  await within(opened).findByText('This is not your password.');
  expect(pool.security.proofs).toEqual([]);
});

it('changes nothing when it is cancelled, loses nothing, and says so', async () => {
  const { user, pool, field } = await askForAddress();
  await user.click(button(await dialog(), 'Cancel'));
  await screen.findByText('Nothing was changed. Confirm that it is you to go on.');
  expect(field.value).toBe('mina@elsewhere.example');
  expect(pool.calls.filter((call) => call.startsWith('requestEmailChange'))).toHaveLength(1);
});

it('takes a code of the authenticator app, or a passkey, where there is one', async () => {
  const { user, pool } = await showAccount(({ security }) => {
    security.factors = ['WEB_AUTHN', 'PASSWORD', 'SOFTWARE_TOKEN_MFA'];
    security.keys.push({ id: 'k1', name: 'Old key', createdAt: undefined });
    security.failNext('removePasskey', ...NEEDED);
  });
  await user.click(await screen.findByRole('button', { name: /^Remove/ }));
  const opened = await dialog();
  await user.click(
    await within(opened).findByRole('button', { name: 'Use your authenticator app' }),
  );
  await user.type(within(opened).getByLabelText('Code of your authenticator app'), CODE);
  await waitFor(() => expect(pool.security.keys).toEqual([]));
  pool.security.failNext('addPasskey', ...NEEDED);
  await user.click(screen.getByRole('button', { name: 'Add a passkey' }));
  const again = await dialog();
  await user.click(await within(again).findByRole('button', { name: 'Use your passkey' }));
  await waitFor(() => expect(pool.security.keys).toHaveLength(1));
  expect(pool.security.proofs).toEqual([`code ${CODE}`, 'passkey']);
});

it('opens above another dialog, which continues afterwards', async () => {
  const { user, pool } = await showAccount((fake) => fake.failNext('deleteAccount', ...NEEDED));
  await user.click(await screen.findByRole('button', { name: 'Delete my account' }));
  const deleting = await screen.findByRole('dialog', { name: 'Delete your account' });
  await user.type(within(deleting).getByLabelText('Your email'), MINA.email);
  await user.click(button(deleting, 'Delete my account'));
  const opened = await dialog();
  await user.type(await within(opened).findByLabelText('Your password'), 'Bellunder7');
  await user.click(button(opened, 'Confirm'));
  await waitFor(() => expect(pool.accounts.has(MINA.email)).toBe(false));
});

it('never asks for another refusal', async () => {
  await askForAddress(['NotAuthorizedException', 'Access Token has been revoked']);
  await screen.findByText('Access Token has been revoked');
  expect(screen.queryByRole('dialog')).toBeNull();
});
