import { act, fireEvent, render, screen, within } from '@testing-library/react';
import type { PublicConfig } from '@tomekeeper/contracts-federation';
import { createFakeShell } from '@tomekeeper/remote-kit/testing';
import type { SessionStore } from '../session/session-store';
import { Header } from './header';

function show(
  environment: PublicConfig['environment'],
  status: 'signed-out' | 'checking' | 'signed-in',
  path = '/',
) {
  const session = { useSession: () => ({ status, user: undefined }) } as unknown as SessionStore;
  render(
    <Header
      nav={[
        { to: '/faq', label: 'FAQ', order: 1, show: 'always' },
        { to: '/home', label: 'My Campaigns', order: 2, show: 'signed-in' },
      ]}
      environment={environment}
      routing={createFakeShell({ path }).routing}
      session={session}
      onSignOut={() => undefined}
      theme={undefined}
    />,
  );
  expect(screen.getByRole('link', { name: 'FAQ' })).toBeTruthy();
  return screen.queryByRole('link', { name: 'Log in' });
}

describe('the header for visitors', () => {
  it('on production: "the login link is hidden"', () =>
    expect(show('production', 'signed-out')).toBeNull());

  it('is a sign-in link elsewhere, configured as contract.md allows for product.md’s "fixed to production"', () =>
    expect(show('local', 'signed-out')?.getAttribute('href')).toBe('/login'));

  it('keeps the page to which signing up would return', () =>
    expect(show('local', 'signed-out', '/signup?redirect=%2Finvite')?.getAttribute('href')).toBe(
      '/login?redirect=%2Finvite',
    ));

  it('offers nothing before it is known who is there', () =>
    expect(show('local', 'checking')).toBeNull());
});

describe('the links', () => {
  const links = () =>
    within(screen.getByRole('navigation', { name: 'Main' }))
      .getAllByRole('link')
      .map(({ textContent }) => textContent);

  it('starts with links of the signed-in user', () => {
    show('local', 'checking');
    expect(links()).toEqual(['My Campaigns', 'FAQ']);
  });

  it('are the public ones for visitors', () => {
    show('local', 'signed-out');
    expect(links()).toEqual(['FAQ']);
  });
});

describe('the sheet of links on the phone', () => {
  const button = () => screen.getByRole('button', { name: 'Menu' });
  const isOpen = () => button().getAttribute('aria-expanded') === 'true';
  beforeEach(async () => {
    show('local', 'signed-in');
    await act(async () => void (await import('./account-menu')));
    fireEvent.click(button());
  });

  it('stays open under a press on itself', () => {
    fireEvent.pointerDown(screen.getByRole('navigation', { name: 'Main' }));
    expect(isOpen()).toBe(true);
    fireEvent.pointerDown(button());
    expect(isOpen()).toBe(true);
    fireEvent.click(button());
    expect(isOpen()).toBe(false);
  });

  it('closes when the avatar is pressed, whose menu would lie over it', () => {
    fireEvent.pointerDown(screen.getByRole('button', { name: 'Account menu' }));
    expect(isOpen()).toBe(false);
  });
});
