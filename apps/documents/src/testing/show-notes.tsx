import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { answer, createFakeShell, fakePerson } from '@tomekeeper/remote-kit/testing';
import type { Document, TrashedDocument } from '../features/documents-api/documents-api';
import { create } from '../remote';
import { FakeViewport } from './fake-viewport';
import { campaignId, map } from './show-panel';

export const NOTES = 'GET /api/documents/notes/';
const mia = { id: 'a0000000-0000-4000-8000-000000000002', name: 'Mia', role: 'player' };
const ann = { id: 'a0000000-0000-4000-8000-000000000001', name: 'Ann', role: 'owner' };

/** A note of a player as its other readers receive it. */
export const playerNote = (id: string, change: Partial<Document> = {}): Document => ({
  ...map,
  id,
  original_filename: id,
  title: id,
  s3_key: '',
  kind: 'note',
  author: mia.id,
  author_audience: 'party',
  updated_at: new Date().toISOString(),
  ...change,
});

/** A note of a player as its author receives it. */
export const ownNote = (id: string, change: Partial<Document> = {}): Document =>
  playerNote(id, { pinned: false, tags: [], ...change });

export const campaignOf = (role: 'owner' | 'player') =>
  answer({ title: 'Curse of Strahd', role, players: [mia.id], people: [ann, mia] });

interface NotesOptions {
  role?: 'owner' | 'player';
  notes?: readonly Document[];
  trash?: readonly TrashedDocument[];
  query?: string;
}

/** Renders the notes page as the shell does. */
export async function showNotes({
  role = 'player',
  notes = [],
  trash = [],
  query = '',
}: NotesOptions = {}) {
  new FakeViewport().install();
  const path = `/campaigns/${campaignId}/notes`;
  window.history.replaceState(null, '', path + query);
  const shell = createFakeShell({
    path: path + query,
    params: { id: campaignId },
    session: { status: 'signed-in', user: fakePerson('Mia') },
  });
  shell.server
    .on('GET /api/campaigns/:id/', () => campaignOf(role))
    .on(NOTES, () => answer({ notes }))
    .on('GET /api/documents/notes/trash/', () => answer(trash));
  const route = create(shell).routes.find((one) => one.path === '/campaigns/:id/notes');
  if (!route) throw new Error('The remote brings no notes.');
  await route.load?.();
  const page = render(<route.Page />);
  return { shell, server: shell.server, page, user: userEvent.setup() };
}

export const rowTexts = (rows: readonly HTMLElement[]) => rows.map((row) => row.textContent);
