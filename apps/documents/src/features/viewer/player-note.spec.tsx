import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { SavePassagesRequest } from '@tomekeeper/contracts-document';
import { answer, noContent, refuse } from '@tomekeeper/remote-kit/testing';
import type { Document } from '../documents-api/documents-api';
import { campaignOf, ownNote, playerNote } from '../../testing/show-notes';
import { campaignId, map } from '../../testing/show-panel';
import { showViewer } from '../../testing/show-viewer';

const NOTE = 'GET /api/documents/:id/';
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

  describe('in its editor', () => {
    const UPLOAD = 'POST /api/documents/pictures/';
    const SAVE = 'PATCH /api/documents/:id/passages/';
    const picture = { id: '5d3c1f70-6a0f-4f0e-8f43-0000000000b1', width: 320, height: 200 };
    const file = (size = 8) => {
      const made = new File([new Uint8Array(8)], 'face.png', { type: 'image/png' });
      Object.defineProperty(made, 'size', { value: size });
      return made;
    };
    const edit = async () => {
      const note = ownNote('Suspects', { author_audience: 'gms' });
      const shown = await open(note, { query: '?edit=1' });
      let version = 1;
      shown.server.on(SAVE, ({ body }) => {
        version += 1;
        const kept = (body as SavePassagesRequest).changes.map(({ id }) => ({ id, version }));
        return answer({ kept, clashes: [], version });
      });
      const text = await screen.findByRole('textbox', { name: 'Text' });
      return { ...shown, note, text };
    };
    const choose = (user: Awaited<ReturnType<typeof edit>>['user'], one: File) =>
      user.upload(screen.getByLabelText('Pictures for the note'), one);

    it('gets pictures in the body of a request', async () => {
      const { server, user, note } = await edit();
      expect(screen.getByRole('button', { name: 'Picture' })).toBeTruthy();
      let respond = (_: Response) => undefined as void;
      server.on(UPLOAD, () => new Promise<Response>((resolve) => (respond = resolve)));
      const sent = file();
      await choose(user, sent);
      await screen.findByText('Uploading…');
      const [call] = server.callsTo(UPLOAD);
      expect(call?.body).toBe(sent);
      expect(Object.fromEntries(call!.query)).toEqual({
        ...{ campaign: campaignId, purpose: 'note', note: note.id },
        idempotency_key: expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
      respond(answer({ ...picture, person: 'me', url: 'https://store.example/face' }, 201));
      await waitFor(() => expect(screen.queryByText('Uploading…')).toBeNull());
      await user.click(screen.getByRole('button', { name: 'Done' }));
      await waitFor(() => expect(server.callsTo(SAVE)).not.toEqual([]));
      const { changes } = server.callsTo(SAVE).at(-1)!.body as SavePassagesRequest;
      expect(changes).toContainEqual(
        expect.objectContaining({
          kind: 'image',
          content: expect.objectContaining({ image: picture.id, width: 320, height: 200 }),
        }),
      );
      expect(server.callsTo('POST /api/documents/presign/')).toEqual([]);
    });

    it('gets pasted pictures', async () => {
      const { server, text } = await edit();
      server.on(UPLOAD, () => answer({ ...picture, person: 'me', url: 'https://s.example/' }, 201));
      fireEvent.paste(text, { clipboardData: { files: [file()], getData: () => '', types: [] } });
      await waitFor(() => expect(server.callsTo(UPLOAD)).toHaveLength(1));
    });

    it('gives the reason for a failed upload, and the next step', async () => {
      const { server, user } = await edit();
      await choose(user, file(10 * 1024 * 1024 + 1));
      await screen.findByText('A picture has at most 10 MB. Choose a smaller one.');
      expect(server.callsTo(UPLOAD)).toEqual([]);

      server.on(UPLOAD, () => refuse(409, 'You already have 100 pictures. Delete a note.'));
      await choose(user, file());
      await screen.findByText('You already have 100 pictures. Delete a note.');
      expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();

      server.on(UPLOAD, () => refuse(503, 'The picture took too long to process.'));
      await choose(user, file());
      const again = await screen.findByRole('button', { name: 'Try again' });
      server.on(UPLOAD, () => answer({ ...picture, person: 'me', url: 'https://s.example/' }, 201));
      await user.click(again);
      await waitFor(() => expect(screen.queryByText(/took too long/)).toBeNull());
      // The key of the failed attempt, so that an upload whose response was lost is not stored twice.
      const keys = server.callsTo(UPLOAD).map(({ query }) => query.get('idempotency_key'));
      expect(keys.at(-1)).toBe(keys.at(-2));
    });
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
  expect(unknown).toContain('GET /api/documents/ID/');
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
