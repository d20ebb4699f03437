import { act, screen, waitFor } from '@testing-library/react';
import { answer, refuse } from '@tomekeeper/remote-kit/testing';
import { lucy, showPage, strahd } from '../../testing/show-page';

const NEWEST = 'GET /api/documents/newest/';
const document = (n: number, created_at: string) => ({
  campaign: strahd.id,
  id: `d${n}`,
  created_at,
});
const shown = [
  document(3, '2026-11-22T20:00:00.000Z'),
  document(2, '2026-11-21T20:00:00.000Z'),
  document(1, '2026-11-20T20:00:00.000Z'),
];

const looked = (since: string, read: Record<string, number> = {}) =>
  localStorage.setItem(
    `tomekeeper.unread.${lucy.id}`,
    JSON.stringify({ [strahd.id]: { since: Date.parse(since), read } }),
  );
beforeEach(() => localStorage.clear());

async function showHome(role: string, give: () => Response) {
  const page = showPage('/home', { session: { status: 'signed-in', user: lucy } });
  page.server.on('GET /api/campaigns/', () => answer([{ ...strahd, role }]));
  page.server.on('GET /api/documents/covers/', () => answer({ covers: [] }));
  page.server.on(NEWEST, give);
  page.show();
  await screen.findByText('Curse of Strahd');
  return page;
}
const card = () => screen.getByRole('link', { name: /Curse of Strahd/ });
const all = () => answer({ documents: shown });

it('counts on a player’s card unopened documents shown since the last visit', async () => {
  looked('2026-11-20T21:00:00.000Z', { d2: Date.parse('2026-11-21T20:00:00.000Z') });
  await showHome('player', all);
  await waitFor(() => expect(card().textContent).toContain('1 new'));
});

it('counts documents shown again', async () => {
  looked('2026-11-20T21:00:00.000Z', { d2: Date.parse('2026-11-20T22:00:00.000Z') });
  await showHome('player', all);
  await waitFor(() => expect(card().textContent).toContain('2 new'));
});

it.each([
  ['names the note that has more for a player', { d1: 3 }, '2 new passages in “Session 1”'],
  ['counts where several have', { d1: 4, d2: 4 }, '2 new passages in 2 notes'],
  [
    'adds new passages to unopened documents',
    { d1: 3, d3: 1 },
    '1 new · 2 new passages in “Session 1”',
  ],
  ['ignores notes without changes', { d1: 5, d2: 5 }, undefined],
])('%s', async (_, passages: Record<string, number>, words) => {
  const since = Date.parse(shown['d3' in passages ? 1 : 0]!.created_at);
  const marks = { since, read: {}, passages };
  localStorage.setItem(`tomekeeper.unread.${lucy.id}`, JSON.stringify({ [strahd.id]: marks }));
  const notes = shown.map((one) => ({ ...one, title: `Session ${one.id[1]}`, passage_count: 5 }));
  const { server } = await showHome('player', () => answer({ documents: notes }));
  await waitFor(() => expect(server.callsTo(NEWEST)).toHaveLength(1));
  await act(async () => undefined);
  if (words) expect(card().textContent).toContain(words);
  else expect(card().textContent).not.toContain('new');
});

it('says that there may be more than the server tells of', async () => {
  looked('2026-11-01T00:00:00.000Z');
  const many = Array.from({ length: 20 }, (_, n) => document(n, '2026-11-22T20:00:00.000Z'));
  await showHome('player', () => answer({ documents: many }));
  await waitFor(() => expect(card().textContent).toContain('20 or more new'));
});

it.each([
  ['there was no earlier visit', undefined, all],
  ['all of it was seen', '2026-11-22T20:00:00.000Z', all],
  ['the request fails', '2026-11-01T00:00:00.000Z', () => refuse(404, 'No.')],
])('says nothing where %s', async (_, since, give) => {
  if (since) looked(since);
  const { server } = await showHome('player', give);
  await waitFor(() => expect(server.callsTo(NEWEST)).toHaveLength(1));
  await act(async () => undefined);
  expect(card().textContent).not.toContain('new');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('sends no requests for game masters only', async () => {
  const { server } = await showHome('owner', all);
  await act(async () => undefined);
  expect(server.callsTo(NEWEST)).toHaveLength(0);
});
