import { act, screen, waitFor, within } from '@testing-library/react';
import { answer, refuse, refuseSilently } from '@tomekeeper/remote-kit/testing';
import { gm, jonathan, lucy, showCampaign, strahd } from '../../testing/show-page';

const ADD = 'POST /api/campaigns/:id/add-players/';
const REMOVE = 'POST /api/campaigns/:id/remove-players/';
const field = () => screen.findByLabelText<HTMLInputElement>('Add player by user id');
const addButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Add' });
const SET_ROLE = 'PATCH /api/campaigns/:id/players/:player/';
const removeButton = () => screen.findByRole('button', { name: /^Remove / });
const rows = () =>
  within(screen.getByRole('region', { name: 'Players' }))
    .getAllByRole('listitem')
    .map((row) => row.textContent);

describe('Players', () => {
  it('says when there are none', async () => {
    const { show } = showCampaign(gm, { players: [] });
    show();
    expect(await screen.findByText('No players yet.')).toBeTruthy();
  });

  it('shows names where they are known, ids where not', async () => {
    const { show } = showCampaign(gm, { players: [lucy.id, jonathan.id] });
    show();
    await field();
    expect(rows()).toEqual(['Lucy WestenraRemoveMake co-GM', `${jonathan.id}RemoveMake co-GM`]);
  });

  it('adds a trimmed id once, shows the list of the answer and is ready for the next: "Adding or removing a player replaces the players list"', async () => {
    const { show, user, server, shell } = showCampaign();
    server.on(ADD, () =>
      answer({
        players: [lucy.id, jonathan.id],
        people: [{ id: jonathan.id, name: 'Jonathan Harker', role: 'player' }],
      }),
    );
    show();
    await field();
    expect(addButton().disabled).toBe(true);
    await user.type(await field(), `  ${jonathan.id} {Enter}{Enter}`);
    await screen.findByText('Jonathan Harker');

    expect(rows()).toEqual(['Lucy WestenraRemoveMake co-GM', 'Jonathan HarkerRemoveMake co-GM']);
    expect(server.callsTo(ADD).map(({ body }) => body)).toEqual([{ players: [jonathan.id] }]);
    expect((await field()).value).toBe('');
    expect(document.activeElement).toBe(await field());
    expect(shell.toasts).toEqual([{ message: 'Jonathan Harker was added.', tone: 'success' }]);
  });

  it('ignores blank input: "Add player: the trimmed user id must be non-empty."', async () => {
    const { show, user, server } = showCampaign();
    show();
    await user.type(await field(), '   {Enter}');
    expect(addButton().disabled).toBe(true);
    await user.type(await field(), 'x');
    expect(addButton().disabled).toBe(false);
    expect(server.callsTo(ADD)).toEqual([]);
  });

  it('reports a player who is already in the campaign', async () => {
    const { show, user, server } = showCampaign();
    server.on(ADD, () => answer({ players: strahd.players, people: strahd.people }));
    show();
    await user.type(await field(), `${lucy.email}{Enter}`);
    expect(await screen.findByText(`${lucy.email} is already in this campaign.`)).toBeTruthy();
  });

  it("keeps its own sentence and adds the server's reason when it can't", async () => {
    const { show, user, server } = showCampaign();
    server.on(ADD, () => refuse(400, 'No user has the ID 42.'));
    show();
    await user.type(await field(), '42{Enter}');
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText('Could not add player')).toBeTruthy();
    expect(within(alert).getByText('No user has the ID 42.')).toBeTruthy();
    expect(screen.queryByLabelText('Sign-up link')).toBeNull();
  });

  it('scrolls the response into view, and keeps the focus in the field', async () => {
    const inView = jest.spyOn(Element.prototype, 'scrollIntoView');
    const { show, user, server } = showCampaign();
    server.on(ADD, () => refuse(400, 'van@example.test has not signed up yet.'));
    show();
    await user.type(await field(), 'van@example.test{Enter}');
    const alert = await screen.findByRole('alert');
    const link = screen.getByLabelText('Sign-up link');
    const [shown] = inView.mock.contexts as Element[];
    expect(shown?.contains(alert) && shown.contains(link)).toBe(true);
    expect(inView.mock.calls).toEqual([[{ block: 'nearest' }]]);
    expect(document.activeElement).toBe(await field());
    inView.mockRestore();
  });

  it('offers a sign-up link for an unknown address', async () => {
    const { show, user, server } = showCampaign();
    server.on(ADD, () => refuse(400, 'van+helsing@example.test has not signed up yet.'));
    show();
    await user.type(await field(), 'van+helsing@example.test{Enter}');
    const link = await screen.findByLabelText<HTMLInputElement>('Sign-up link');
    expect(link.value).toBe('http://localhost/signup?email=van%2Bhelsing%40example.test');
    await user.click(screen.getByRole('button', { name: 'Copy link' }));
    expect(await navigator.clipboard.readText()).toBe(link.value);
    expect(screen.getByText('Copied')).toBeTruthy();
  });

  it("offers the server's link where it gives one", async () => {
    const { show, user, server } = showCampaign();
    const given = 'https://table.example.test/signup?email=abraham%40example.test';
    server.on(ADD, () =>
      refuse(400, `The user has not signed up yet. Send them this link: ${given}`),
    );
    show();
    await user.type(await field(), 'abraham@example.test{Enter}');
    expect((await screen.findByLabelText<HTMLInputElement>('Sign-up link')).value).toBe(given);
  });

  it('removes a player, shows the list of the answer and keeps the focus near: "replaces the players list with the server\'s response"', async () => {
    const { show, user, server, shell } = showCampaign();
    server.on(REMOVE, () => answer({ players: [], people: [] }));
    show();
    await user.click(await screen.findByRole('button', { name: 'Remove Lucy Westenra' }));
    expect(await screen.findByText('No players yet.')).toBeTruthy();
    expect(server.callsTo(REMOVE)[0]?.body).toEqual({ players: [lucy.id] });
    expect(shell.toasts.map(({ message }) => message)).toEqual(['Lucy Westenra was removed.']);
    expect(document.activeElement?.textContent).toBe('No players yet.');
  });

  it('takes a removal back by the message that tells of it', async () => {
    const { show, user, server, shell } = showCampaign();
    server.on(REMOVE, () => answer({ players: [], people: [] }));
    server.on(ADD, () => answer({ players: strahd.players, people: strahd.people }));
    show();
    await user.click(await removeButton());
    await screen.findByText('No players yet.');
    act(() => shell.toasts[0]?.action?.run());
    await screen.findByText('Lucy Westenra');
    expect(server.callsTo(ADD).map(({ body }) => body)).toEqual([{ players: [lucy.id] }]);
    expect(server.callsTo(SET_ROLE)).toEqual([]);
    expect(shell.toasts[1]).toEqual({
      message: 'Lucy Westenra is back in the campaign.',
      tone: 'success',
    });
  });

  describe('a co-GM with an open offer of the campaign', () => {
    const people = strahd.people.map((person) =>
      person.id === lucy.id ? { ...person, role: 'co_gm' } : person,
    );
    const hand_over = { to: lucy.id, expires_at: '2026-11-30T20:15:00.000Z' };
    async function removeAndUndo(
      prepare: (server: ReturnType<typeof showCampaign>['server']) => void,
    ) {
      const { show, user, server, shell } = showCampaign(gm, { people, hand_over });
      server.on(REMOVE, () => answer({ players: [], people: [] }));
      server.on(ADD, () => answer({ players: [lucy.id], people: strahd.people }));
      prepare(server);
      show();
      await user.click(await removeButton());
      await screen.findByText('No players yet.');
      act(() => shell.toasts[0]?.action?.run());
      await waitFor(() => expect(shell.toasts).toHaveLength(2));
      return { server, last: shell.toasts[1] };
    }

    it('returns as co-GM, with a message that the offer does not', async () => {
      const { server, last } = await removeAndUndo((its) =>
        its.on(SET_ROLE, () => answer({ players: [lucy.id], people })),
      );
      expect(server.callsTo(SET_ROLE).map(({ body }) => body)).toEqual([{ role: 'co_gm' }]);
      expect(last?.message).toBe(
        'Lucy Westenra is back in the campaign as co-GM. The campaign is no longer offered to them.',
      );
      expect(await screen.findByText('Co-GM')).toBeTruthy();
    });

    it('who returns as a player is announced as a player', async () => {
      const { last } = await removeAndUndo((its) => its.on(SET_ROLE, () => refuseSilently(500)));
      expect(last).toEqual({
        message:
          'Lucy Westenra is back, but as a player: could not make them co-GM again. Please try again.',
        tone: 'error',
      });
    });

    it('who cannot come back is not told of as back', async () => {
      const { last } = await removeAndUndo((its) =>
        its.on(ADD, () => refuse(400, 'Nobody has this user id.')),
      );
      expect(last).toEqual({
        message: 'Could not add Lucy Westenra again. Nobody has this user id.',
        tone: 'error',
      });
    });
  });

  it("says 'Could not remove player' next to the player", async () => {
    const { show, user, server } = showCampaign();
    server.on(REMOVE, () => refuseSilently(500));
    show();
    await user.click(await screen.findByRole('button', { name: 'Remove Lucy Westenra' }));
    const row = screen.getByText('Lucy Westenra').closest('li');
    await waitFor(() => expect(row?.textContent).toContain('Could not remove player'));
  });

  it('shows a player every control, disabled with the reason, but for their own way out', async () => {
    const { show } = showCampaign(lucy, { players: [lucy.id, jonathan.id] });
    show();
    expect((await field()).disabled).toBe(true);
    expect(addButton().disabled).toBe(true);
    expect(screen.getByText(/Only game masters can add and remove players/)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Remove / }).disabled).toBe(true);
    expect(screen.getByText('Lucy Westenra (you)')).toBeTruthy();
  });

  it('lets a player leave after asking', async () => {
    const { show, user, server, shell } = showCampaign(lucy);
    server.on(REMOVE, () => answer({ players: [], people: [] }));
    show();
    await user.click(await screen.findByRole('button', { name: 'Leave campaign' }));
    const dialog = screen.getByRole('dialog', { name: 'Leave campaign' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(server.callsTo(REMOVE)).toEqual([]);

    await user.click(screen.getByRole('button', { name: 'Leave campaign' }));
    await user.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: 'Leave campaign' }),
    );
    await waitFor(() =>
      expect(shell.routing.navigations).toEqual([{ to: '/home', replace: true }]),
    );
    expect(server.callsTo(REMOVE)[0]?.body).toEqual({ players: [lucy.id] });
  });
});
