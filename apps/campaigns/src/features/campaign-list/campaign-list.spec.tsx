import { act, screen, waitFor } from '@testing-library/react';
import { answer, cutOff, held, refuse } from '@tomekeeper/remote-kit/testing';
import { gm, jonathan, lucy, showPage, strahd } from '../../testing/show-page';

const LIST = 'GET /api/campaigns/';
const SAMPLE = 'POST /api/campaigns/sample/';

const campaigns = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `7b0f4e6a-21f5-4d0c-9a52-3a6f6f1f7f${String(index).padStart(2, '0')}`,
    title: `Campaign ${index + 1}`,
    game_system: 'D&D 5e',
    players: [],
    role: 'owner',
  }));

describe('Your Campaigns', () => {
  it('shows title, game system and player count of every campaign, and leads to it', async () => {
    const { server, show } = showPage('/home');
    server.on(LIST, () =>
      answer([
        { ...strahd, players: [lucy.id, jonathan.id] },
        { ...strahd, id: lucy.id, title: '<b>One Shot</b>', players: [lucy.id] },
      ]),
    );
    show();

    const card = await screen.findByRole('link', { name: /Curse of Strahd/ });
    expect(card.getAttribute('href')).toBe(`/campaigns/${strahd.id}`);
    expect(card.textContent).toBe('Curse of StrahdD&D 5e2 player(s)You run this');
    expect(card.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
    expect(screen.getByRole('link', { name: /One Shot/ }).textContent).toContain('1 player(s)');
    expect(screen.getByText('<b>One Shot</b>')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Your Campaigns');
  });

  it.each([
    [{ role: 'owner', run_by: null }, 'You run this'],
    [{ role: 'co_gm', run_by: 'Mina Murray' }, 'You run this with Mina Murray'],
    [{ role: 'co_gm', run_by: null }, 'You run this with its owner'],
    [{ role: 'player', run_by: 'Mina Murray' }, 'Mina Murray runs this'],
    // The identity service is unavailable.
    [{ role: 'player', run_by: null }, 'You play in this'],
  ])('says what one is in each: %j', async (told, words) => {
    const { server, show } = showPage('/home');
    server.on(LIST, () => answer([{ ...strahd, ...told }]));
    show();
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('says so when there are none', async () => {
    const { server, show } = showPage('/home');
    server.on(LIST, () => answer([]));
    show();
    expect(await screen.findByText("You don't have any campaigns yet.")).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'New Campaign' })).toHaveLength(1);
  });

  it('shows an example of a filled list, without links', async () => {
    const { server, show } = showPage('/home');
    server.on(LIST, () => answer([]));
    show();
    const example = (await screen.findByText('Winter in Orrin')).closest('[aria-hidden=true]');
    expect(example).not.toBeNull();
    expect(example?.querySelector('a, button, h2')).toBeNull();
  });

  it('creates the first campaign in place, and keeps the list in the history', async () => {
    const { server, show, user, shell } = showPage('/home');
    server.on(LIST, () => answer([]));
    server.on('POST /api/campaigns/', () => answer({ id: strahd.id }, 201));
    show();
    await user.type(await screen.findByLabelText('Title'), 'Curse of Strahd');
    await user.type(screen.getByLabelText('Game system'), 'D&D 5e{Enter}');
    await waitFor(() =>
      expect(shell.routing.navigations).toEqual([
        { to: `/campaigns/${strahd.id}`, replace: false },
      ]),
    );
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
  });

  it('prepares a sample campaign on request and opens it', async () => {
    const { server, show, user, shell } = showPage('/home');
    server.on(LIST, () => answer([]));
    server.on(SAMPLE, () => refuse(409, 'You have 200 campaigns.'));
    show();
    await screen.findByText("You don't have any campaigns yet.");
    expect(server.callsTo(SAMPLE)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Try a sample campaign' }));
    expect((await screen.findByRole('alert')).textContent).toContain('You have 200 campaigns.');

    server.on(SAMPLE, () => answer({ id: strahd.id }, 201));
    await user.click(screen.getByRole('button', { name: 'Try a sample campaign' }));
    await waitFor(() =>
      expect(shell.routing.navigations).toEqual([
        { to: `/campaigns/${strahd.id}`, replace: false },
      ]),
    );
  });

  it('marks a sample campaign', async () => {
    const { server, show } = showPage('/home');
    server.on(LIST, () => answer([{ ...strahd, sample: true }]));
    show();
    expect(await screen.findByText('Sample · You run this')).toBeTruthy();
  });

  it('shows the user id and e-mail address for the game master if the list is empty', async () => {
    const { server, show, user } = showPage('/home');
    server.on(LIST, () => answer([]));
    show();
    expect(await screen.findByText(/Open the invite link/)).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Copy your user id' }));
    expect(await navigator.clipboard.readText()).toBe(gm.id);
    await user.click(screen.getByRole('button', { name: 'Copy your e-mail address' }));
    expect(await navigator.clipboard.readText()).toBe(gm.email);
  });

  it('says that it is loading until the answer comes', async () => {
    const { server, show } = showPage('/home');
    const later = held();
    server.on(LIST, () => later.promise);
    show();
    expect(screen.getByText('Loading campaigns…')).toBeTruthy();
    await act(async () => later.release(answer([])));
    await waitFor(() => expect(screen.queryByText('Loading campaigns…')).toBeNull());
  });

  it('says that it could not load them, and why, and tries again', async () => {
    const { server, show, user } = showPage('/home');
    server.on(LIST, () => refuse(400, 'The list is being moved.'));
    show();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Unable to load your campaigns.');
    expect(alert.textContent).toContain('The list is being moved.');

    server.on(LIST, () => answer([strahd]));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Curse of Strahd')).toBeTruthy();
  });

  it('retries once after a network error before showing it', async () => {
    const { server, show } = showPage('/home');
    server.on(LIST, cutOff);
    show();
    const alert = await screen.findByRole('alert', {}, { timeout: 3000 });
    expect(alert.textContent).toContain('Network Error');
    expect(server.callsTo(LIST)).toHaveLength(2);
  });

  it('starts a new campaign', async () => {
    const { server, show, user, shell } = showPage('/home');
    server.on(LIST, () => answer([]));
    show();
    await screen.findByText("You don't have any campaigns yet.");
    await user.click(screen.getByRole('button', { name: 'New Campaign' }));
    expect(shell.routing.navigations).toEqual([{ to: '/campaigns/new', replace: false }]);
  });

  it('offers a filter by name only when there are more than a handful', async () => {
    const few = showPage('/home');
    few.server.on(LIST, () => answer(campaigns(6)));
    const { unmount } = few.show();
    await screen.findByText('Campaign 6');
    expect(screen.queryByLabelText('Filter by name')).toBeNull();
    unmount();

    const many = showPage('/home');
    many.server.on(LIST, () => answer(campaigns(7)));
    many.show();
    await many.user.type(await screen.findByLabelText('Filter by name'), ' campaign 7');
    expect(screen.getAllByRole('link')).toHaveLength(1);
    await many.user.type(screen.getByLabelText('Filter by name'), 'x');
    expect(screen.getByText('No campaign is called “campaign 7x”.')).toBeTruthy();
  });

  it('asks a visitor to sign in, and calls nothing', () => {
    const { server, show } = showPage('/home', { session: { status: 'signed-out' } });
    show();
    expect(screen.getByText('Sign in to see your campaigns.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(
      '/login?redirect=%2Fhome',
    );
    expect(screen.queryByRole('button', { name: 'New Campaign' })).toBeNull();
    expect(server.calls).toEqual([]);
  });

  it('waits for the session before it asks', () => {
    const { server, show } = showPage('/home', { session: { status: 'checking' } });
    show();
    expect(screen.getByText('Loading campaigns…')).toBeTruthy();
    expect(server.calls).toEqual([]);
  });
});
