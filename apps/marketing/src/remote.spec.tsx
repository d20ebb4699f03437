import { act, cleanup, render, screen } from '@testing-library/react';
import { describeConformance } from '@tomekeeper/remote-kit/testing';
import { marketing } from '../remote.config';
import * as remote from './remote';
import { visitor } from './testing/show-page';

const { create } = remote;

describeConformance({ config: marketing, module: remote });

async function show(path: string, environment: 'local' | 'production') {
  const shell = visitor({
    path: path === '*' ? '/no/such/page' : path,
    config: { environment, robot_check: { provider: 'none' } },
  });
  const found = create(shell).routes.find((route) => route.path === path);
  if (!found) throw new Error(`no page for ${path}`);
  await act(async () => render(<found.Page />));
  await screen.findByRole('heading', { level: 1 });
  return shell;
}

describe('the marketing remote', () => {
  it.each([
    ['/', 'production', 'Welcome to Tomekeeper', 'Tomekeeper'],
    ['/', 'local', /^The whole campaign/, 'Tomekeeper'],
    ['*', 'local', /^The whole campaign/, 'Tomekeeper'],
    ['*', 'production', /^The whole campaign/, 'Tomekeeper'],
    ['/features', 'local', 'Features', 'Features'],
    ['/faq', 'local', 'Frequently Asked Questions', 'Frequently Asked Questions'],
    ['/contact', 'local', 'Contact', 'Contact'],
    ['/privacy', 'local', 'Privacy', 'Privacy'],
    ['/how-secrets-are-kept', 'local', 'Spoiler protection', 'Spoiler protection'],
    ['/verify-subscribe', 'local', 'Email verification', 'Email verification'],
    ['/unsubscribe', 'local', 'Unsubscribe', 'Unsubscribe'],
  ] as const)('shows %s on %s as %p, titled %p', async (path, environment, heading, title) => {
    const shell = await show(path, environment);
    screen.getByRole('heading', { level: 1, name: heading });
    expect(shell.routing.title()).toBe(title);
  });

  it('by the environment "the root shows the signup landing page", else the fallback', async () => {
    await show('/', 'production');
    expect(screen.getByRole('button', { name: 'Subscribe' })).toBeTruthy();
    cleanup();
    await show('/', 'local');
    expect(screen.queryByRole('button', { name: 'Subscribe' })).toBeNull();
  });

  it('hides the way to sign-in on the production environment', async () => {
    await show('*', 'production');
    expect(screen.queryByRole('link', { name: 'Log in' })).toBeNull();
  });

  it('tells search engines which pages are theirs', async () => {
    await show('/features', 'local');
    const said = (selector: string, attribute: string) =>
      document.head.querySelector(selector)?.getAttribute(attribute);
    expect(said('meta[name=description]', 'content')).toMatch(/game masters/);
    expect(said('link[rel=canonical]', 'href')).toBe('http://localhost/features');
    expect(said('meta[name=robots]', 'content')).toBeUndefined();
  });

  it.each(['/verify-subscribe', '/unsubscribe', '*'])('keeps %s out of them', async (path) => {
    await show(path, 'local');
    expect(document.head.querySelector('meta[name=robots]')?.getAttribute('content')).toBe(
      'noindex',
    );
  });
});
