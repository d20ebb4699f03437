import { render, screen } from '@testing-library/react';
import type { PublicConfig } from '@tomekeeper/contracts-federation';
import { createFakeShell } from '@tomekeeper/remote-kit/testing';
import type { SessionStore } from '../session/session-store';
import { Header } from './header';

function show(environment: PublicConfig['environment'], status: 'signed-out' | 'checking') {
  const session = { useSession: () => ({ status }) } as unknown as SessionStore;
  render(
    <Header
      nav={[{ to: '/faq', label: 'FAQ', order: 1, show: 'always' }]}
      environment={environment}
      routing={createFakeShell().routing}
      session={session}
      onSignOut={() => undefined}
      theme={undefined}
    />,
  );
  expect(screen.getByRole('link', { name: 'FAQ' })).toBeTruthy();
  return screen.queryByRole('link', { name: 'Log in' });
}

describe('the header, for somebody who is signed out', () => {
  it('on production: "the login link is hidden"', () =>
    expect(show('production', 'signed-out')).toBeNull());

  it('elsewhere leads to sign-in, as contract.md lets the configuration say what product.md calls "fixed to production"', () =>
    expect(show('local', 'signed-out')?.getAttribute('href')).toBe('/login'));

  it('offers nothing before it is known who is there', () =>
    expect(show('local', 'checking')).toBeNull());
});
