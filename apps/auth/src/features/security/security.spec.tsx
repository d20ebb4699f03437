import { screen, waitFor, within } from '@testing-library/react';
import { type FakeAnswer, answer, fillIn, refuse } from '@tomekeeper/remote-kit/testing';
import { CODE } from '../../testing/fake-security';
import { FakeUserPool } from '../../testing/fake-user-pool';
import { MINA, showPage } from '../../testing/show-page';

const identity = { user_pool_id: 'local_test', user_pool_client_id: 'testclient' };
const ALL = ['totp', 'recovery_codes', 'passkeys', 'devices', 'activity'];

const SESSION = {
  id: '0b9a7a2c-58a5-4f31-9b52-1d6f7f1f0a01',
  since: '2026-11-20T10:00:00.000Z',
  last_used_at: '2026-11-21T10:00:00.000Z',
  client: 'Firefox on Windows',
  current: true,
};
const LOST = { ...SESSION, id: '0b9a7a2c-58a5-4f31-9b52-1d6f7f1f0a02', client: '', current: false };
const event = (number: number, kind: string, detail = '') => ({
  id: `0b9a7a2c-58a5-4f31-9b52-1d6f7f1f1a0${number}`,
  kind,
  happened_at: '2026-11-21T10:00:00.000Z',
  client: 'Firefox on Windows',
  detail,
});

const signedInOnce: FakeAnswer = () => answer({ events: [event(1, 'signed_in')], next: null });

async function showAccount({
  features = ALL,
  pool = new FakeUserPool(),
  activity = signedInOnce,
} = {}) {
  const page = await showPage('/account', {
    session: { status: 'signed-in', user: MINA },
    pool,
    config: { identity: { ...identity, features } },
    serve: (server) =>
      server
        .on('GET /api/me/sessions/', () => answer([SESSION, LOST]))
        .on('GET /api/me/activity/', activity),
  });
  const { server } = page.shell;
  await screen.findByRole('heading', { name: 'Your user id' });
  return { ...page, server, security: pool.security };
}
const section = (name: string) => screen.findByRole('region', { name });
const toasts = (page: Awaited<ReturnType<typeof showAccount>>) =>
  page.shell.toasts.map(({ message }) => message);

it('shows nothing that the pool can not do', async () => {
  await showAccount({ features: [] });
  for (const name of ['Two-step sign-in', 'Passkeys', 'Remembered devices', 'Recent activity'])
    expect(screen.queryByRole('region', { name })).toBeNull();
});

it.each([[ALL], [[]], [['passkeys', 'activity']]])(
  'begins with an index of its sections, whatever the pool can do: %j',
  async (features) => {
    await showAccount({ features });
    const index = within(screen.getByRole('navigation', { name: 'On this page' }));
    const links = index.getAllByRole<HTMLAnchorElement>('link');
    const sections = screen.getAllByRole('region');
    const headings = sections.map((part) => within(part).getAllByRole('heading')[0]?.textContent);
    expect(links.map(({ textContent }) => textContent)).toEqual(headings);
    expect(links.map(({ hash }) => hash.slice(1))).toEqual(sections.map(({ id }) => id));
  },
);

/** A pool in which the account has an authenticator app. */
function withAuthenticator() {
  const pool = new FakeUserPool();
  pool.security.authenticator = true;
  return pool;
}

describe('two-step sign-in', () => {
  it('is set up with a code of the app, and gives recovery codes once', async () => {
    const { user, security } = await showAccount();
    const part = within(await section('Two-step sign-in'));
    await user.click(await part.findByRole('button', { name: 'Set up an authenticator app' }));
    await part.findByRole('img', { name: /QR code/ });
    await fillIn(user, part.getByLabelText('Confirmation code'), '000000');
    expect((await part.findByRole('alert')).textContent).toBe('Code mismatch');
    await user.clear(part.getByLabelText('Confirmation code'));
    await fillIn(user, part.getByLabelText('Confirmation code'), CODE);
    await part.findByText('AAAAA-22222');
    expect(security.authenticator).toBe(true);
    await user.click(part.getByRole('button', { name: 'I have kept them' }));
    await part.findByText(/2 recovery codes left/);
    expect(part.queryByText('AAAAA-22222')).toBeNull();
  });

  it('is turned off after a question', async () => {
    const pool = withAuthenticator();
    const { user } = await showAccount({ pool });
    const part = within(await section('Two-step sign-in'));
    await user.click(await part.findByRole('button', { name: 'Turn off two-step sign-in' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Turn off two-step sign-in' }));
    await user.click(dialog.getByRole('button', { name: 'Turn off' }));
    await part.findByRole('button', { name: 'Set up an authenticator app' });
    expect(pool.security.authenticator).toBe(false);
  });

  it('stays on where everyone needs it, and says so', async () => {
    await showAccount({ pool: withAuthenticator(), features: [...ALL, 'mfa_required'] });
    const part = within(await section('Two-step sign-in'));
    await part.findByText('Everyone signs in in two steps here, so it cannot be turned off.');
    expect(part.queryByRole('button', { name: /off$/ })).toBeNull();
  });

  it('falls back to codes by mail when the app is turned off and two-step sign-in is required', async () => {
    const pool = withAuthenticator();
    pool.security.codes = ['EMAIL'];
    const page = await showAccount({ pool, features: [...ALL, 'mfa_required'] });
    const part = within(await section('Two-step sign-in'));
    const name = 'Turn off the authenticator app';
    await page.user.click(await part.findByRole('button', { name }));
    const dialog = within(screen.getByRole('dialog', { name }));
    expect(dialog.getByText(/need a code sent by email instead/)).toBeTruthy();
    await page.user.click(dialog.getByRole('button', { name: 'Turn off' }));
    await part.findByText('On. You need a code sent by email to sign in.');
    expect(toasts(page)).toEqual(['The authenticator app is off.']);
  });
});

it('tells of codes that were set up otherwise, and still offers the app', async () => {
  const pool = new FakeUserPool();
  pool.security.codes = ['EMAIL'];
  await showAccount({ pool });
  const part = within(await section('Two-step sign-in'));
  await part.findByText('On. You need a code sent by email to sign in.');
  expect(part.getByRole('button', { name: 'Set up an authenticator app' })).toBeTruthy();
});

describe('passkeys', () => {
  it('are added, listed and removed', async () => {
    const page = await showAccount();
    const part = within(await section('Passkeys'));
    await page.user.click(await part.findByRole('button', { name: 'Add a passkey' }));
    await part.findByText('Chrome on Linux');
    await page.user.click(part.getByRole('button', { name: 'Remove Chrome on Linux' }));
    await waitFor(() => expect(part.queryByText('Chrome on Linux')).toBeNull());
    expect(toasts(page)).toEqual([
      'Your passkey is added.',
      'The passkey is removed here. Delete it on your device too.',
    ]);
  });

  it.each([
    ['PasskeyNotSupported', 'Passkeys may not be supported on this device.'],
    ['PasskeyRegistrationCanceled', 'No passkey was added.'],
    ['PasskeyAlreadyExists', 'This device has a passkey for your account already.'],
  ])('say why one was not added: %s', async (code, words) => {
    const { user, security } = await showAccount();
    const ofTheLibrary = 'Passkeys may not be supported on this device.';
    security.failNext('addPasskey', code, ofTheLibrary);
    const part = within(await section('Passkeys'));
    await user.click(await part.findByRole('button', { name: 'Add a passkey' }));
    expect((await part.findByRole('alert')).textContent).toBe(words);
  });
});

it('forgets a remembered device', async () => {
  const pool = new FakeUserPool();
  pool.security.remembered.push({
    id: 'd1',
    name: 'Linux x86 Linux Google Chrome/147.0;Chromium/147.0',
    lastUsedAt: new Date('2026-11-21'),
  });
  const { user } = await showAccount({ pool });
  const part = within(await section('Remembered devices'));
  await part.findByText(/^Last used .*2026/);
  await user.click(part.getByRole('button', { name: 'Forget Chrome on Linux' }));
  await part.findByText(/None yet/);
});

describe('sessions', () => {
  it('are listed, and any but this one can be ended', async () => {
    const { user, server } = await showAccount();
    const list = within(await screen.findByRole('list', { name: 'Sessions' }));
    expect(list.getAllByRole('button')).toHaveLength(1);
    server.on(`DELETE /api/me/sessions/${LOST.id}/`, () => refuse(503, 'Not now.'));
    await user.click(list.getByRole('button', { name: 'End An unknown browser' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Not now.');
    server.on(`DELETE /api/me/sessions/${LOST.id}/`, () => answer(undefined, 204));
    server.on('GET /api/me/sessions/', () => answer([SESSION]));
    await user.click(list.getByRole('button', { name: 'End An unknown browser' }));
    await waitFor(() => expect(list.queryByText('An unknown browser')).toBeNull());
  });
});

describe('recent activity', () => {
  it('lists events in words, and older ones on demand', async () => {
    const events = [
      event(1, 'mfa_enabled', 'SOFTWARE_TOKEN_MFA'),
      event(2, 'device_remembered', 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'),
      event(4, 'passkey_added', 'Chrome on Linux'),
      event(5, 'from_the_future', 'WARP'),
    ];
    const first = { events, next: '7' };
    const older = { events: [event(3, 'signed_in')], next: null };
    const page = await showAccount({
      activity: ({ query }) => answer(query.get('before') === '7' ? older : first),
    });
    const part = within(await section('Recent activity'));
    await part.findByText('Two-step sign-in turned on: authenticator app');
    await part.findByText('Device remembered: Firefox on Linux');
    await part.findByText('Passkey added: Chrome on Linux');
    await part.findByText('Another change of your account');
    await page.user.click(part.getByRole('button', { name: 'Show older' }));
    await part.findByText('Signed in');
    expect(part.queryByRole('button', { name: 'Show older' })).toBeNull();
  });
});
