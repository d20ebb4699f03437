import { act, screen } from '@testing-library/react';
import { answer, refuse } from '@tomekeeper/remote-kit/testing';
import { gm, jonathan, lucy, showCampaign, strahd } from '../../testing/show-page';

const HERE = 'GET /api/live/presence/';
const people = [...strahd.people, { id: jonathan.id, name: 'Jonathan Harker', role: 'player' }];
const table = { players: [lucy.id, jonathan.id], people };

it('says who else is here, and follows who comes and goes', async () => {
  const { show, server, shell } = showCampaign(gm, table);
  server.on(HERE, () => answer({ here: [lucy.id] }));
  show();
  expect(await screen.findByText('Lucy Westenra is here now.')).toBeTruthy();
  expect(server.callsTo(HERE)[0]?.query.get('campaign')).toBe(strahd.id);
  server.on(HERE, () => answer({ here: [jonathan.id, lucy.id] }));
  act(() => shell.hints.give({ kind: 'presence', campaign: strahd.id, id: strahd.id }));
  expect(await screen.findByText('Lucy Westenra and Jonathan Harker are here now.')).toBeTruthy();
  server.on(HERE, () => answer({ here: [] }));
  act(() => shell.hints.give({ kind: 'presence', campaign: strahd.id, id: strahd.id }));
  expect(await screen.findByText('No one else is online now.')).toBeTruthy();
  expect(shell.announcements).toEqual([]);
});

it('lists three names and counts the others, without former members', async () => {
  const many = ['Ann', 'Bob', 'Cid', 'Dot', 'Eva'].map((name) => ({
    id: `id of ${name}`,
    name,
    role: 'player',
  }));
  const { show, server } = showCampaign(gm, {
    players: many.map(({ id }) => id),
    people: [...strahd.people, ...many],
  });
  server.on(HERE, () => answer({ here: [...many.map(({ id }) => id), 'a stranger'] }));
  show();
  expect(await screen.findByText('Ann, Bob, Cid, and 2 others are here now.')).toBeTruthy();
  for (const mark of screen.getAllByText('A')) expect(mark.closest('[aria-hidden]')).toBeTruthy();
});

it('shows nothing if there are no other members, or presence is unavailable', async () => {
  const alone = showCampaign(gm, { players: [] });
  const { unmount } = alone.show();
  await screen.findByText('No players yet.');
  expect(alone.server.callsTo(HERE)).toEqual([]);
  unmount();
  const { show, server } = showCampaign(gm, table);
  server.on(HERE, () => refuse(404, 'There is no such address.'));
  show();
  await screen.findByText('Jonathan Harker');
  expect(screen.queryByText(/here now/)).toBeNull();
});
