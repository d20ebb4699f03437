import { act, screen, waitFor } from '@testing-library/react';
import { answer, refuse } from '@tomekeeper/remote-kit/testing';
import { lucy, showPage, strahd } from '../../testing/show-page';

const COUNTS = 'GET /api/documents/news/counts/';
const count = (unread: number, passages = 0) => ({ campaign: strahd.id, unread, passages });
const counted = (...counts: object[]) => answer({ counts });

async function showHome(role: string, give: () => Response) {
  const page = showPage('/home', { session: { status: 'signed-in', user: lucy } });
  page.server.on('GET /api/campaigns/', () => answer([{ ...strahd, role }]));
  page.server.on('GET /api/documents/covers/', () => answer({ covers: [] }));
  page.server.on(COUNTS, give);
  page.show();
  await screen.findByText('Curse of Strahd');
  return page;
}
const card = () => screen.getByRole('link', { name: /Curse of Strahd/ });

it.each([
  ['player', count(1), '1 new'],
  ['player', count(0, 1), '1 new passage'],
  ['player', count(2, 5), '2 new · 5 new passages'],
  ['player', count(200), '200 or more new'],
  ['owner', count(3), '3 new'],
])('counts unread content on the card of a campaign for its %s: %o', async (role, one, words) => {
  await showHome(role, () => counted(one));
  await waitFor(() => expect(card().textContent).toContain(words));
});

it.each([
  ['without news', () => counted()],
  ['for another campaign', () => counted({ ...count(1), campaign: 'another' })],
  ['after a failure', () => refuse(503, 'Not now.')],
])('says nothing %s', async (_, give) => {
  const { server } = await showHome('player', give);
  await waitFor(() => expect(server.callsTo(COUNTS).length).toBeGreaterThan(0));
  expect(card().textContent).not.toContain('new');
});

it('counts again when something was revealed, and once it can no longer be undone', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  try {
    let unread = 0;
    const { shell, server } = await showHome('player', () =>
      unread === 0 ? counted() : counted(count(unread)),
    );
    await waitFor(() => expect(server.callsTo(COUNTS)).toHaveLength(1));
    await act(async () => shell.hints.give({ kind: 'documents', campaign: strahd.id, id: 'x' }));
    await waitFor(() => expect(server.callsTo(COUNTS)).toHaveLength(2));
    unread = 1;
    expect(card().textContent).not.toContain('new');
    await act(async () => jest.advanceTimersByTime(11_000));
    await waitFor(() => expect(card().textContent).toContain('1 new'));
  } finally {
    jest.useRealTimers();
  }
});
