import { act, render, screen, waitFor, within } from '@testing-library/react';
import { answer, createFakeShell, refuse } from '@tomekeeper/remote-kit/testing';
import { CampaignPlace } from './campaign-place';

const CAMPAIGN = 'GET /api/campaigns/:id/';
const installed = ['/campaigns/:id', '/campaigns/:id/library', '/campaigns/:id/ask'];

/** Route of a path, as the shell matches it. */
function matchOf(paths: readonly string[]) {
  return (pathname: string) => {
    const path = paths.find((one) => one.replace(':id', 'c1') === pathname) ?? '*';
    return { route: { path }, params: { id: 'c1' } };
  };
}

async function show({
  role = 'owner',
  isPhone = true,
  isKnown = true,
  path = '/campaigns/c1/library',
  paths = [...installed, '/campaigns/:id/ledger'],
} = {}) {
  Object.assign(window, {
    matchMedia: () => ({
      matches: isPhone,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }),
  });
  const api = createFakeShell({ path });
  api.server.on(CAMPAIGN, () =>
    isKnown ? answer({ title: 'Curse of Strahd', role }) : refuse(404, 'None.'),
  );
  const match = matchOf(paths);
  const shell = { api, match } as never;
  const place = (isOpen: boolean) => (
    <CampaignPlace shell={shell} match={match(path)} isOpen={isOpen} />
  );
  const page = render(place(false));
  await act(async () => void (await import('./campaign-menu')));
  return { ...page, server: api.server, open: () => page.rerender(place(true)) };
}

const links = async (title = 'Curse of Strahd') =>
  within(await screen.findByRole('list', { name: title }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

afterEach(() => void Reflect.deleteProperty(window, 'matchMedia'));

describe('the pages of the campaign in the menu of a phone', () => {
  it('are listed for GMs under the title, with the current page marked', async () => {
    const { open } = await show();
    open();
    expect(await links()).toEqual(['Overview', 'Library', 'Ask', 'Ledger']);
    const current = screen.getByRole('link', { current: 'page' });
    expect(current.getAttribute('href')).toBe('/campaigns/c1/library');
  });

  it('lack the ledger for players, and pages of remotes that are not installed', async () => {
    const { open } = await show({ role: 'player', paths: installed.slice(0, 2) });
    open();
    expect(await links()).toEqual(['Overview', 'Library']);
  });

  it('are requested when the menu opens, and not on other pages or wide screens', async () => {
    const shown = await show();
    expect(shown.server.callsTo(CAMPAIGN)).toHaveLength(0);
    shown.open();
    await waitFor(() => expect(shown.server.callsTo(CAMPAIGN)).toHaveLength(1));
    for (const options of [{ isPhone: false }, { path: '/home' }]) {
      const { open, server } = await show(options);
      open();
      expect(server.callsTo(CAMPAIGN)).toHaveLength(0);
    }
  });

  it('are absent for a campaign that does not exist for the user', async () => {
    const { open, server, container } = await show({ isKnown: false });
    open();
    await waitFor(() => expect(server.callsTo(CAMPAIGN)).toHaveLength(1));
    await waitFor(() => expect(container.querySelector('ul')).toBeNull());
  });
});
