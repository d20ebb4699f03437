import { act, render, screen } from '@testing-library/react';
import { useSyncExternalStore } from 'react';
import type { SessionState } from '@tomekeeper/remote-kit';
import { createHistory } from '../../routing/history';
import { withPassageLink } from './passage-link';
import { RouteGuard } from './route-guard';
import type { SessionStore } from './session-store';

function show(first: SessionState, hash = '') {
  window.history.replaceState(null, '', `/campaigns/7?tab=docs${hash}`);
  const history = createHistory(window);
  let state = first;
  let listener = () => {};
  const subscribe = (next: () => void) => {
    listener = next;
    return () => {};
  };
  const retry = jest.fn();
  const session = {
    useSession: () => useSyncExternalStore(subscribe, () => state),
    retry,
  } as unknown as SessionStore;
  render(
    <RouteGuard session={session} history={history}>
      <h1>Secret</h1>
    </RouteGuard>,
  );
  const become = (next: SessionState) =>
    act(() => {
      state = next;
      listener();
    });
  return { become, retry };
}

const address = () => location.pathname + location.search;

describe('the route guard', () => {
  it("shows 'Loading…' while the session is being checked, then the page: checking → signed in (render the page)", () => {
    const { become } = show({ status: 'checking' });
    expect(screen.getByText('Loading…')).toBeTruthy();
    expect(screen.queryByText('Secret')).toBeNull();
    become({ status: 'signed-in', user: undefined });
    expect(screen.getByText('Secret')).toBeTruthy();
  });

  it('redirects to sign-in with the way back, replacing the entry: "signed out (redirect to login)"', () => {
    const entries = window.history.length;
    show({ status: 'signed-out' });
    expect(address()).toBe('/login?redirect=%2Fcampaigns%2F7%3Ftab%3Ddocs');
    expect(window.history.length).toBe(entries);
    expect(screen.queryByText('Secret')).toBeNull();
  });

  it('stores the passage of a link for the time after sign-in', () => {
    show({ status: 'signed-out' }, '#p-0a1b');
    expect(address()).toBe('/login?redirect=%2Fcampaigns%2F7%3Ftab%3Ddocs');
    expect(withPassageLink('/campaigns/7?tab=docs')).toBe('/campaigns/7?tab=docs#p-0a1b');
  });

  it('hides the page as soon as the session ends', () => {
    const { become } = show({ status: 'signed-in', user: undefined });
    become({ status: 'signed-out' });
    expect(screen.queryByText('Secret')).toBeNull();
  });

  it('offers a retry if the session cannot be loaded', () => {
    const { retry } = show({ status: 'unavailable' });
    screen.getByRole('button', { name: 'Retry' }).click();
    expect(retry).toHaveBeenCalled();
    expect(address()).toBe('/campaigns/7?tab=docs');
  });
});
