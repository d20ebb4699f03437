import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import {
  answer,
  createFakeShell,
  fakePerson,
  refuse,
  type FakeAnswer,
} from '@tomekeeper/remote-kit/testing';
import { create } from '../../../remote';
import { ann, entry, LEDGER, mia, TAKE_BACK } from '../../../testing/show-ledger';
import { campaignId, deathHouse } from '../../../testing/show-panel';

const from = '2026-11-20T19:00:00.000Z';
const until = '2026-11-20T23:00:00.000Z';
const people = [{ id: ann, name: 'Ann' }, { id: mia, name: 'Mia' }, { id: 'no-name' }];
const toMia = entry('two', {
  ...{ at: '2026-11-20T20:30:00.000Z', audience: 'players', players: [mia] },
  passages: { count: 1, first: [{ id: 'p1', text: 'The door is sealed.' }] },
});
const show = entry('three', {
  ...{
    at: '2026-11-20T20:45:00.000Z',
    act: 'show',
    audience: 'players',
    players: [mia, 'no-name'],
  },
});

async function showTimeline(ledger: FakeAnswer, end: string | null = until) {
  const shell = createFakeShell({ session: { status: 'signed-in', user: fakePerson('Ann') } });
  shell.server.on(LEDGER, ledger);
  const Timeline = create(shell).widgets?.['documents.session-timeline'];
  if (!Timeline) throw new Error('The remote does not bring its widget.');
  const props = { campaignId, people, from };
  const page = render(<Timeline {...props} until={end} />);
  const endAt = (until: string) => page.rerender(<Timeline {...props} until={until} />);
  return { shell, server: shell.server, page, endAt, user: userEvent.setup() };
}

const rows = () =>
  screen
    .getAllByRole('listitem')
    .filter((item) => item.querySelector('time'))
    .map((item) => item.querySelector('p')?.textContent);

describe('the timeline of a session', () => {
  it('lists reveals, hides and shows, oldest first, with links', async () => {
    const { server, page } = await showTimeline(() =>
      answer({
        entries: [
          entry('one', { at: '2026-11-20T19:05:00.000Z' }),
          toMia,
          show,
          entry('four', { act: 'hide', audience: 'gm' }),
        ],
      }),
    );
    await screen.findByText('The door is sealed.');
    expect(rows()).toEqual([
      'Revealed The Sunken Keep to the party',
      'Revealed a passage of The Sunken Keep to Mia',
      'Showed The Sunken Keep to Mia and a player, temporarily',
      'Hid The Sunken Keep from the players',
    ]);
    const [title] = screen.getAllByRole('link', { name: 'The Sunken Keep' });
    expect(title?.getAttribute('href')).toBe(`/campaigns/${campaignId}/library/${deathHouse.id}`);
    const [time] = page.container.querySelectorAll('time');
    expect(time?.dateTime).toBe('2026-11-20T19:05:00.000Z');
    expect(screen.queryByRole('heading')).toBeNull();
    const [call] = server.callsTo(LEDGER);
    expect(call?.params).toEqual({ id: campaignId });
    expect(Object.fromEntries(call?.query ?? [])).toEqual({ from, until, order: 'oldest' });
  });

  it('omits uploads and edits that only GMs see', async () => {
    await showTimeline(() =>
      answer({
        entries: [
          entry('one', { act: 'upload', audience: 'gm' }),
          entry('two', { act: 'write', audience: 'gm' }),
          entry('three', { act: 'upload', title: 'Map of Barovia' }),
          entry('four', { act: 'take_back', audience: 'gm' }),
        ],
      }),
    );
    await screen.findByText('Map of Barovia');
    expect(rows()).toEqual([
      'Added Map of Barovia as Public',
      'Undid the changes to The Sunken Keep, now hidden from the players',
    ]);
  });

  it('loads more', async () => {
    const reveals = Array.from({ length: 20 }, (_, n) => entry(`e${n}`));
    const { user, server } = await showTimeline(({ query }) =>
      query.has('after') ? answer({ entries: [show] }) : answer({ entries: reveals, next: 'e19' }),
    );
    await user.click(await screen.findByRole('button', { name: 'Load more' }));
    await waitFor(() => expect(rows()).toHaveLength(21));
    expect(rows().at(-1)).toMatch(/^Showed/);
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
    expect(server.callsTo(LEDGER).map(({ query }) => query.get('after'))).toEqual([null, 'e19']);
  });

  it('loads more automatically while few entries are about players', async () => {
    const hidden = entry('hidden', { act: 'upload', audience: 'gm' });
    await showTimeline(({ query }) =>
      query.has('after')
        ? answer({ entries: [toMia] })
        : answer({ entries: [hidden], next: 'hidden' }),
    );
    await screen.findByText('The door is sealed.');
    expect(rows()).toHaveLength(1);
  });

  it('updates while the session runs', async () => {
    let entries = [toMia];
    const { shell, server, endAt } = await showTimeline(() => answer({ entries }), null);
    await screen.findByText('The door is sealed.');
    expect(server.callsTo(LEDGER)[0]?.query.has('until')).toBe(false);
    entries = [toMia, show];
    await act(async () => shell.hints.give({ kind: 'show', campaign: campaignId, id: 'a-show' }));
    await waitFor(() => expect(rows()).toHaveLength(2));
    endAt(until);
    await waitFor(() => expect(server.callsTo(LEDGER).at(-1)?.query.get('until')).toBe(until));
    await waitFor(() => expect(rows()).toHaveLength(2));
  });

  it('undoes a reveal', async () => {
    let entries = [{ ...toMia, can_take_back: true }];
    const { user, server } = await showTimeline(() => answer({ entries }));
    server.on(TAKE_BACK, () => {
      entries = [{ ...toMia, can_take_back: false }];
      return answer({ kept: 0 });
    });
    await user.click(await screen.findByRole('button', { name: /^Undo:/ }));
    await screen.findByText('Changed since');
  });

  it('explains an empty list', async () => {
    await showTimeline(() => answer({ entries: [] }));
    expect(await screen.findByText('Reveals and shows of this session appear here.')).toBeTruthy();
    expect(screen.queryByRole('list')).toBeNull();
  });

  it('shows the error, and tries again', async () => {
    let fails = true;
    const { user } = await showTimeline(() =>
      fails ? refuse(503, 'Please try again.') : answer({ entries: [toMia] }),
    );
    const alert = within(await screen.findByRole('alert'));
    alert.getByText('Please try again.');
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('The door is sealed.');
  });
});
