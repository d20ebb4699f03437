import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import {
  answer,
  createFakeShell,
  fakePerson,
  noContent,
  refuse,
} from '@tomekeeper/remote-kit/testing';
import { create } from '../../remote';
import { FakeViewport } from '../../testing/fake-viewport';
import { entry } from '../../testing/show-ledger';
import { NOTES, ownNote, playerNote } from '../../testing/show-notes';
import { campaignId, deathHouse, map } from '../../testing/show-panel';
import { latestReveals } from './use-overview';

const OVERVIEW = 'GET /api/documents/overview/';
const NEWS = 'GET /api/documents/news/';
const LEDGER = 'GET /api/campaigns/:id/ledger/';
const mia = fakePerson('Mia');

const letter = {
  ...map,
  id: 'letter',
  original_filename: 'A letter',
  kind: 'note',
  created_at: '2026-11-22T20:15:00.000Z',
  not_for_whole_party: true,
};

function showOverview(
  role: 'owner' | 'player',
  {
    pinned = [] as object[],
    newest = [] as object[],
    entries = [] as object[],
    notes = [] as object[],
    news = [] as object[],
    sessions = [] as object[],
    last_recap = undefined as object | undefined,
    viewAs = '',
    refused = false,
  } = {},
) {
  new FakeViewport().install();
  const shell = createFakeShell({ session: { status: 'signed-in', user: mia } });
  const give = (newest: object[]) =>
    shell.server
      .on(OVERVIEW, () => answer({ pinned, newest, ...(last_recap && { last_recap }) }))
      .on(LEDGER, () => answer({ entries }))
      .on(NOTES, () => answer({ notes }));
  shell.server.on(NEWS, () => answer({ news, sessions }));
  give(newest);
  if (refused) shell.server.on(OVERVIEW, () => refuse(403, 'Not now.'));
  const Overview = create(shell).widgets?.['documents.overview'];
  if (!Overview) throw new Error('The remote does not bring its widget.');
  const people = [{ id: mia.id, name: 'Mia' }];
  const page = render(<Overview {...{ campaignId, role, people }} {...(viewAs && { viewAs })} />);
  return { shell, server: shell.server, give, page, user: userEvent.setup() };
}

const listOf = (name: string) => within(screen.getByRole('region', { name }));
const linesOf = (name: string) =>
  listOf(name)
    .getAllByRole('listitem')
    .map((line) => line.textContent);
const hint = { kind: 'documents', campaign: campaignId, id: campaignId } as const;

describe('the overview for game masters', () => {
  it('lists pinned documents, changes and reveals, and updates on events', async () => {
    const { shell, server, give } = showOverview('owner', {
      pinned: [deathHouse],
      newest: [{ ...map, updated_at: new Date().toISOString() }],
      entries: [
        entry('one', { audience: 'players', players: [mia.id], at: new Date().toISOString() }),
      ],
    });
    expect(await screen.findByRole('link', { name: 'Death House' })).toBeTruthy();
    expect(linesOf('Recent changes')).toEqual(['Map of Barovia' + 'today']);
    expect(await screen.findByText(/^to Mia,/)).toBeTruthy();
    expect(linesOf('Recently revealed')).toEqual(['The Sunken Keep' + 'to Mia, today']);
    expect(server.callsTo(LEDGER)[0]?.query.get('limit')).toBe('30');
    give([deathHouse, map]);
    await act(async () => shell.hints.give(hint));
    expect(await listOf('Recent changes').findByText('Death House')).toBeTruthy();
    expect(server.callsTo('GET /api/documents/')).toEqual([]);
  });

  it('explains the lists of an empty campaign', async () => {
    showOverview('owner');
    expect(await screen.findByText(/^For quick access at the table/)).toBeTruthy();
    expect(screen.getByText('Your notes and files appear here as you work on them.')).toBeTruthy();
    expect(screen.getByText('Your reveals appear here, the latest first.')).toBeTruthy();
    for (const name of ['Open the library', 'All documents', 'Open the ledger'])
      expect(screen.getByRole('link', { name })).toBeTruthy();
  });

  it('counts the new notes of players', async () => {
    const { server, shell } = showOverview('owner');
    expect(await screen.findByText('No new notes of your players')).toBeTruthy();
    const note = { document: 'n', kind: 'note', title: 'Suspects', at: letter.created_at };
    server.on(NEWS, () => answer({ news: [note] }));
    await act(async () => shell.hints.give(hint));
    expect(await screen.findByText('1 new note of your players')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Open the notes' });
    expect(link.getAttribute('href')).toBe(`/campaigns/${campaignId}/notes`);
  });

  it('links to new comments, until they are read', async () => {
    const about = { kind: 'comment', at: letter.created_at };
    const { user, server } = showOverview('owner', {
      news: [
        { ...about, document: 'map', title: 'A map', comments: 2, passage: 'inn' },
        { ...about, document: 'letter', title: 'Letter.pdf', comments: 1, passage: 'end' },
      ],
    });
    const link = await screen.findByRole('link', { name: '2 new comments on A map' });
    expect(link.getAttribute('href')).toBe(
      `/campaigns/${campaignId}/library/map?comments=inn#p-inn`,
    );
    expect(screen.getByRole('link', { name: 'New comment on Letter' })).toBeTruthy();
    expect(screen.getByText('No new notes of your players')).toBeTruthy();
    server.on('PUT /api/documents/news/read/', () => noContent());
    await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
    expect(screen.queryByRole('list', { name: 'New comments' })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Open the notes' }));
  });

  it('shows the error, and tries again', async () => {
    const { give, user } = showOverview('owner', { refused: true });
    expect((await screen.findAllByRole('alert')).length).toBeGreaterThan(0);
    give([map]);
    await user.click(screen.getAllByRole('button', { name: 'Retry' })[0]!);
    expect(await screen.findByRole('link', { name: 'Map of Barovia' })).toBeTruthy();
  });
});

describe('the latest reveals', () => {
  it('are the latest entries per document, without documents that were hidden since', () => {
    const of = (id: string, document: string, more: object = {}) =>
      entry(id, { document, ...more });
    const found = latestReveals([
      of('new file', 'map', { act: 'replace', audience: 'party' }),
      of('hidden', 'letter', { act: 'hide', audience: 'gm' }),
      of('again', 'map'),
      of('first', 'map'),
      of('revealed', 'letter'),
      of('deleted', 'gone', { title: undefined }),
      of('note for game masters', 'plan', { act: 'write', audience: 'gm' }),
    ]);
    expect(found.map(({ id }) => id)).toEqual(['again']);
  });
});

describe('the overview for players', () => {
  it('shows documents as cards, unread ones first', async () => {
    const { shell, give, user, server } = showOverview('player', { newest: [map, letter] });
    const item = {
      document: letter.id,
      kind: 'document',
      title: 'A letter',
      at: letter.created_at,
    };
    await screen.findByRole('link', { name: 'Map of Barovia' });
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
    server.on(NEWS, () => answer({ news: [item, { ...item, document: 'another' }] }));
    await act(async () => shell.hints.give(hint));
    expect(await screen.findByText('New')).toBeTruthy();
    expect(linesOf('Revealed to you')[0]).toContain('A letterNewNot for the whole party');
    expect(screen.getByRole('link', { name: 'Open the library: 1 more new' })).toBeTruthy();
    server.on(NEWS, () => answer({ news: [{ ...item, passages: 3 }] }));
    give([map, letter]);
    await act(async () => shell.hints.give(hint));
    expect(await screen.findByText('3 new passages')).toBeTruthy();
    server.on('PUT /api/documents/news/read/', () => noContent());
    await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
    expect(screen.queryByText('3 new passages')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'A letter' }));
    await user.click(screen.getByRole('link', { name: 'A letter' }));
    expect(shell.routing.navigations.at(-1)?.to).toBe(`/campaigns/${campaignId}/library/letter`);
  });

  it('links to new comments, and updates on events', async () => {
    const { server, shell } = showOverview('player', { newest: [letter] });
    await screen.findByRole('link', { name: 'A letter' });
    const about = { document: letter.id, title: 'A letter', at: letter.created_at };
    server.on(NEWS, () =>
      answer({ news: [{ ...about, kind: 'comment', comments: 1, passage: 'end' }] }),
    );
    await act(async () =>
      shell.hints.give({ kind: 'comments', campaign: campaignId, id: letter.id }),
    );
    expect(await screen.findByRole('link', { name: 'New comment on A letter' })).toBeTruthy();
    expect(screen.getByText('1 new comment')).toBeTruthy();
  });

  it('links to the last recap and to unread sessions', async () => {
    const session = { session: 's', number: 13, title: null, at: letter.created_at };
    const { server, shell, user } = showOverview('player', {
      last_recap: { id: 'recap', title: 'Session 12: The gate' },
      sessions: [{ ...session, change: 'announced' }],
    });
    const recap = await screen.findByRole('link', { name: 'Session 12: The gate' });
    expect(recap.getAttribute('href')).toBe(`/campaigns/${campaignId}/library/recap`);
    expect(recap.parentElement?.textContent).toBe('Previously on… Session 12: The gate');
    const one = await screen.findByRole('link', { name: 'New: session 13' });
    expect(one.getAttribute('href')).toBe(`/campaigns/${campaignId}/sessions/s`);
    const moved = { ...session, change: 'moved' };
    server.on(NEWS, () => answer({ news: [], sessions: [moved] }));
    await act(async () => shell.hints.give({ ...hint, kind: 'sessions' }));
    await screen.findByRole('link', { name: 'New date: session 13' });
    server.on(NEWS, () => answer({ news: [], sessions: [moved, { ...moved, session: 't' }] }));
    await act(async () => shell.hints.give({ ...hint, kind: 'sessions' }));
    const all = await screen.findByRole('link', { name: '2 new sessions' });
    expect(all.getAttribute('href')).toBe(`/campaigns/${campaignId}/sessions`);
    server.on('PUT /api/documents/news/read/', () => noContent());
    await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
    expect(screen.queryByRole('link', { name: '2 new sessions' })).toBeNull();
  });

  it('counts the new notes of other players', async () => {
    const note = { document: 'n', kind: 'note', title: 'Suspects', at: letter.created_at };
    showOverview('player', { newest: [map], news: [note, { ...note, document: 'm' }] });
    expect(await screen.findByRole('link', { name: 'All notes: 2 new' })).toBeTruthy();
  });

  it('explains the page before the first reveal', async () => {
    showOverview('player');
    expect(await screen.findByText(/that your game master reveals appear here/)).toBeTruthy();
  });

  it('can be viewed by a game master as the player, without marks', async () => {
    const { server } = showOverview('owner', { newest: [letter], viewAs: mia.id });
    await screen.findByRole('link', { name: 'A letter' });
    expect(new Set(server.calls.map(({ viewAs }) => viewAs))).toEqual(new Set([mia.id]));
  });
});

describe('the notes on the overview of a player', () => {
  it('are the latest own ones, with their readers', async () => {
    const own = ['One', 'Two', 'Three', 'Four'].map((title) =>
      ownNote(title, { author_audience: 'private' }),
    );
    const { server } = showOverview('player', { notes: own });
    await screen.findByRole('link', { name: 'One' });
    expect(linesOf('My notes')).toEqual(['OneOnly you', 'TwoOnly you', 'ThreeOnly you']);
    expect(listOf('My notes').getByRole('link', { name: 'All notes' }).getAttribute('href')).toBe(
      `/campaigns/${campaignId}/notes`,
    );
    expect(server.callsTo(NOTES)).toHaveLength(1);
    expect(server.callsTo(NOTES)[0]?.query.get('mine')).toBe('true');
  });

  it('begin with a dialog', async () => {
    const { user } = showOverview('player');
    await user.click(await screen.findByRole('button', { name: 'New note' }));
    expect(await screen.findByLabelText('Name of the note')).toBeTruthy();
  });

  it('include in view-as the notes that the game master may read, and none for the party', async () => {
    const notes = [playerNote('Diary', { author: mia.id })];
    const { page } = showOverview('owner', { notes, viewAs: mia.id });
    await screen.findByRole('link', { name: 'Diary' });
    expect(linesOf('My notes')).toEqual(['DiaryThe party']);
    expect(screen.queryByRole('button', { name: 'New note' })).toBeNull();
    page.unmount();
    const { server } = showOverview('owner', { notes, viewAs: 'party' });
    await screen.findByText(/that your game master reveals appear here/);
    expect(server.callsTo(NOTES)).toEqual([]);
  });
});
