import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { CampaignNavLink } from '@tomekeeper/contracts-federation';
import { answer, createFakeShell, refuse } from '@tomekeeper/remote-kit/testing';
import { campaignOf, NavigationPlace } from './navigation-place';

const CAMPAIGN = 'GET /api/campaigns/:id/';
const link = (
  label: string,
  path: string,
  rest: Partial<CampaignNavLink> = {},
): CampaignNavLink => ({
  label,
  path,
  icon: 'book',
  order: 1,
  roles: 'all',
  place: 'main',
  ...rest,
});
const LINKS = [
  link('Overview', ''),
  link('Library', '/library'),
  link('Ask', '/ask'),
  link('Ledger', '/ledger', { roles: 'gm', place: 'secondary' }),
  link('Settings', '#settings', { place: 'secondary', icon: 'of a later release' }),
];

async function show({
  role = 'owner',
  isPhone = false,
  isKnown = true,
  path = '/campaigns/c1/library',
  viewAs = undefined as string | undefined,
} = {}) {
  const api = createFakeShell({ path });
  api.server.on(CAMPAIGN, () =>
    isKnown ? answer({ title: 'Curse of Strahd', role }) : refuse(404, 'None.'),
  );
  render(
    <NavigationPlace
      shell={{ api, campaignNav: LINKS }}
      campaign={{ id: 'c1', viewAs }}
      isPhone={isPhone}
    />,
  );
  await act(async () => void (await import('./campaign-navigation')));
  await waitFor(() => expect(api.server.callsTo(CAMPAIGN)).toHaveLength(1), { timeout: 5_000 });
  await act(async () => undefined);
  return api;
}

const nav = () => within(screen.getByRole('navigation', { name: 'Campaign' }));
const addresses = (role: string) =>
  nav()
    .getAllByRole(role)
    .map((element) => `${element.textContent} ${element.getAttribute('href')}`);

describe('the navigation of a campaign', () => {
  it('links to all pages for GMs, with the current page marked', async () => {
    await show();
    expect(addresses('link')).toEqual([
      'Overview /campaigns/c1',
      'Library /campaigns/c1/library',
      'Ask /campaigns/c1/ask',
      'Ledger /campaigns/c1/ledger',
      'Settings /campaigns/c1#settings',
    ]);
    expect(nav().getByRole('link', { current: 'page' }).textContent).toBe('Library');
  });

  it('marks the page above the current page', async () => {
    await show({ path: '/campaigns/c1/library/d1' });
    expect(nav().getByRole('link', { current: true }).textContent).toBe('Library');
  });

  it('has no links for GMs for players, and none until the role is known', async () => {
    await show({ role: 'player' });
    expect(nav().queryByText('Ledger')).toBeNull();
  });

  it('keeps its links where the campaign is unknown, because the page says so', async () => {
    await show({ isKnown: false });
    expect(addresses('link')).toHaveLength(4);
  });

  it('follows the role of the user', async () => {
    const api = await show({ role: 'player' });
    api.server.on(CAMPAIGN, () => answer({ title: 'Curse of Strahd', role: 'co_gm' }));
    act(() => api.hints.give({ kind: 'members', campaign: 'c1', id: 'u1' }));
    await nav().findByText('Ledger');
  });

  it('stays in the view of a player, who has no ledger', async () => {
    await show({ viewAs: 'u 1', path: '/campaigns/c1/library?as=u%201' });
    expect(addresses('link')).toEqual([
      'Overview /campaigns/c1/as/u%201',
      'Library /campaigns/c1/library?as=u%201',
      'Ask /campaigns/c1/ask?as=u%201',
      'Settings /campaigns/c1/as/u%201#settings',
    ]);
  });

  it('has secondary pages below "More" on a phone', async () => {
    await show({ isPhone: true });
    expect(addresses('link')).toEqual([
      'Overview /campaigns/c1',
      'Library /campaigns/c1/library',
      'Ask /campaigns/c1/ask',
    ]);
    fireEvent.click(nav().getByRole('button', { name: 'More pages of the campaign' }));
    expect(addresses('menuitem')).toEqual([
      'Ledger /campaigns/c1/ledger',
      'Settings /campaigns/c1#settings',
    ]);
  });
});

describe('the campaign of a page', () => {
  const of = (path: string, params: Record<string, string>, search = '') =>
    campaignOf({ route: { path }, params }, search);

  it('is known by its route, and with it the viewer', () => {
    expect(of('/campaigns/:id/library', { id: 'c1' })).toEqual({ id: 'c1', viewAs: undefined });
    expect(of('/campaigns/:id/ask', { id: 'c1' }, '?as=party')?.viewAs).toBe('party');
    expect(of('/campaigns/:id/as/:viewer', { id: 'c1', viewer: 'u1' })?.viewAs).toBe('u1');
    expect(of('/campaigns/new', {})).toBeUndefined();
    expect(campaignOf(undefined, '')).toBeUndefined();
  });
});
