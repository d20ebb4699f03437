import { act, screen, waitFor } from '@testing-library/react';
import { answer, noContent, refuse } from '@tomekeeper/remote-kit/testing';
import type { Document } from '../documents-api/documents-api';
import { campaignOf, ownNote, playerNote } from '../../testing/show-notes';
import { campaignId, map } from '../../testing/show-panel';
import { showViewer } from '../../testing/show-viewer';

const NOTE = 'GET /api/documents/notes/:id/';
const AUDIENCE = 'PUT /api/documents/notes/:id/audience/';
const passage = {
  id: 'p1',
  kind: 'paragraph',
  depth: 0,
  text: 'The innkeeper lied.',
  content: { inlines: [{ text: 'The innkeeper lied.' }] },
};

const GM_ACTIONS = /^(Reveal|Hide|Show|Seen by|View as|Ledger|Tags|Pin|Handouts)/;

async function open(
  note: Document,
  { role = 'player', query = '' }: { role?: 'owner' | 'player'; query?: string } = {},
) {
  const shown = await showViewer({
    list: [map],
    id: note.id,
    query,
    answers: {
      [NOTE]: () => answer(note),
      'GET /api/campaigns/:id/': () => campaignOf(role),
      'GET /api/documents/:id/passages/': () =>
        answer({ passages: [passage], at: 0, total: 1, version: 1 }),
      'GET /api/documents/:id/outline/': () => answer([]),
      'GET /api/documents/:id/editing/': () =>
        answer({ title: note.title, version: 1, passages: [{ ...passage, version: 1 }] }),
      'GET /api/live/presence/': () => answer({ here: [] }),
    },
  });
  await screen.findByRole('heading', { level: 1, name: note.title });
  return shown;
}

const buttons = () =>
  screen.getAllByRole('button').map((one) => one.getAttribute('aria-label') ?? one.textContent);

beforeEach(() => localStorage.clear());

describe('a note of a player', () => {
  it('can be edited, shared and deleted by its author', async () => {
    const note = ownNote('Suspects', { author_audience: 'private', is_spoilers: true });
    const { server, shell, user } = await open(note);
    await screen.findByText('The innkeeper lied.');
    expect(screen.getByText('You')).toBeTruthy();
    expect(screen.getAllByText('Only you')).toHaveLength(2);
    expect(screen.getByRole('link', { name: 'Edit Suspects' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Notes' }).getAttribute('href')).toBe(
      `/campaigns/${campaignId}/notes`,
    );
    expect(buttons().filter((name) => GM_ACTIONS.test(name ?? ''))).toEqual([]);
    expect(server.callsTo('GET /api/documents/:id/backlinks/')).toEqual([]);

    server.on('DELETE /api/documents/:id/', () => noContent());
    server.on('POST /api/documents/:id/restore/', () => answer(note));
    await user.click(screen.getByRole('button', { name: 'More for Suspects' }));
    const items = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
    expect(items).toEqual(['Versions of the text…', 'Delete note']);
    await user.click(screen.getByRole('menuitem', { name: 'Delete note' }));
    await waitFor(() =>
      expect(shell.routing.navigations.at(-1)?.to).toBe(`/campaigns/${campaignId}/notes`),
    );
    const toast = shell.toasts.at(-1);
    expect(toast?.message).toBe('Suspects was deleted.');
    await act(async () => toast?.action?.run());
    await waitFor(() => expect(shell.toasts.at(-1)?.message).toMatch(/^Suspects is restored/));
  });

  it('names its new readers once the server has confirmed them', async () => {
    const note = ownNote('Suspects', { author_audience: 'private', is_spoilers: true });
    const { server, shell, user } = await open(note);
    const change = async (name: string) => {
      await user.click(await screen.findByRole('button', { name: /^Who reads it/ }));
      await user.click(screen.getByRole('menuitemcheckbox', { name }));
    };
    server.on(AUDIENCE, () => refuse(503, 'Try later.'));
    await change('The party');
    await waitFor(() => expect(shell.toasts.at(-1)?.message).toBe('Try later.'));
    expect(screen.getByRole('button', { name: 'Who reads it: Only you' })).toBeTruthy();
    const shared = { ...note, author_audience: 'party' as const, is_spoilers: false };
    server.on(AUDIENCE, () => answer(shared)).on(NOTE, () => answer(shared));
    await change('The party');
    expect(await screen.findByRole('button', { name: 'Who reads it: The party' })).toBeTruthy();
    expect(server.callsTo(AUDIENCE).at(-1)?.body).toEqual({ author_audience: 'party' });
    expect(shell.toasts.at(-1)?.message).toBe('The whole party can read this note now.');
  });

  it('names its readers in the editor, which has no audiences of passages', async () => {
    const note = ownNote('Suspects', { author_audience: 'gms' });
    await open(note, { query: '?edit=1' });
    await screen.findByRole('textbox', { name: 'Title' });
    expect(screen.getByRole('button', { name: 'Who reads it: Game masters' })).toBeTruthy();
    expect(screen.getByText('Your game masters read your text as you type.')).toBeTruthy();
    expect(buttons().filter((name) => GM_ACTIONS.test(name ?? ''))).toEqual([]);
  });

  it('can only be deleted by a game master, after a question', async () => {
    const note = playerNote('Plan', { author_audience: 'gms' });
    const { server, shell, user } = await open(note, { role: 'owner', query: '?edit=1' });
    await screen.findByText('The innkeeper lied.');
    expect(screen.getByText('Mia')).toBeTruthy();
    expect(screen.getByText('For game masters')).toBeTruthy();
    expect(screen.queryByRole('link', { name: /^Edit/ })).toBeNull();
    for (const name of [GM_ACTIONS, /^Who reads it/, /^More for/])
      expect(screen.queryByRole('button', { name })).toBeNull();
    server.on('DELETE /api/documents/:id/', () => noContent());
    await user.click(await screen.findByRole('button', { name: 'Delete note' }));
    await screen.findByText(/Only its author can restore it/);
    expect(server.callsTo('DELETE /api/documents/:id/')).toEqual([]);
    await user.click(screen.getAllByRole('button', { name: 'Delete note' }).at(-1)!);
    await waitFor(() =>
      expect(shell.routing.navigations.at(-1)?.to).toBe(`/campaigns/${campaignId}/notes`),
    );
  });

  it('is only read by other players, and disappears when it becomes private', async () => {
    const note = playerNote('Diary');
    const { server, shell } = await open(note, { query: '?edit=1' });
    await screen.findByText('The innkeeper lied.');
    expect(screen.getByText('The party')).toBeTruthy();
    expect(screen.queryByRole('link', { name: /^Edit/ })).toBeNull();
    for (const name of ['Delete note', /^Who reads it/, /^More for/])
      expect(screen.queryByRole('button', { name })).toBeNull();
    server.on(NOTE, () => refuse(404, 'There is no such document.'));
    act(() => shell.hints.give({ kind: 'documents', campaign: campaignId, id: note.id }));
    await screen.findByRole('heading', { name: 'This document is no longer here.' });
    expect(screen.queryByText('The innkeeper lied.')).toBeNull();
  });
});

it('asks for every id that is not listed alike', async () => {
  const asked = async (id: string) => {
    const { server, page } = await showViewer({ list: [map], id });
    await screen.findByRole('heading', { name: 'This document is no longer here.' });
    await screen.findByRole('link', { name: 'Curse of Strahd' });
    const calls = server.calls.map(({ method, path }) => `${method} ${path.replace(id, 'ID')}`);
    page.unmount();
    return calls.sort();
  };
  const unknown = await asked('unknown');
  expect(unknown).toContain('GET /api/documents/notes/ID/');
  expect(await asked('hidden')).toEqual(unknown);
});

it('shows the error of a note, and retries', async () => {
  const { server, user } = await showViewer({
    list: [],
    id: 'Diary',
    answers: { [NOTE]: () => refuse(503, 'Notes rest.') },
  });
  await screen.findByText('Notes rest.');
  server.on(NOTE, () => answer(playerNote('Diary')));
  server.on('GET /api/documents/:id/passages/', () => answer({ passages: [], at: 0, total: 0 }));
  server.on('GET /api/documents/:id/outline/', () => answer([]));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('heading', { name: 'Diary' });
});
