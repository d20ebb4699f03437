import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import {
  answer,
  createFakeShell,
  fakePerson,
  refuse,
  type FakeAnswer,
  type FakeServer,
} from '@tomekeeper/remote-kit/testing';
import type { Document } from '../features/documents-api/documents-api';
import { create } from '../remote';
import { campaignId, deathHouse, map, SPOILER_CHECK } from './show-panel';
import { answerDocuments } from './answer-documents';

export const CONTENT = 'GET /api/documents/:id/content/';
export const gm = fakePerson('Mina');

interface ViewerOptions {
  list?: readonly Document[];
  /** Id of the opened document; the first of the list by default. */
  id?: string;
  query?: string;
  /** Adds responses to the fake server. */
  beforeShown?: (server: FakeServer) => void;
  /** Further responses of the fake server. */
  answers?: Readonly<Record<string, FakeAnswer>>;
}

/** Renders the viewer as the shell does, with a URL for every file. */
export async function showViewer({
  list = [map, deathHouse],
  id,
  query = '',
  beforeShown,
  answers = {},
}: ViewerOptions = {}) {
  Object.assign(globalThis, {
    ResizeObserver: class {
      observe() {}
      disconnect() {}
    },
  });
  const opened = id ?? list[0]?.id ?? 'nothing';
  const path = `/campaigns/${campaignId}/library/${opened}`;
  // Query parameters that the page sets with `history.replaceState`.
  window.history.replaceState(null, '', path + query);
  const shell = createFakeShell({
    path: path + query,
    params: { id: campaignId, document: opened },
    session: { status: 'signed-in', user: gm },
  });
  let addresses = 0;
  shell.server
    .on(`GET /api/documents/${opened}/`, () => {
      const one = list.find((document) => document.id === opened);
      return one ? answer(one) : refuse(404, 'There is no such document.');
    })
    .on('GET /api/documents/', answerDocuments(list))
    .on('GET /api/documents/:id/neighbors/', ({ params }) => {
      const at = list.findIndex(({ id }) => id === params['id']);
      return answer({ newer: list[at - 1], older: list[at + 1] });
    })
    .on(SPOILER_CHECK, () => answer({ names: [] }))
    .on('GET /api/documents/notes/:id/', () => refuse(404, 'There is no such document.'))
    .on('GET /api/campaigns/:id/', () => answer({ title: 'Curse of Strahd' }))
    .on(CONTENT, ({ params }) => {
      addresses += 1;
      return answer({
        url: `http://storage.test/${params['id']}?${addresses}`,
        expires_at: '2026-11-20T20:16:00.000Z',
      });
    });
  beforeShown?.(shell.server);
  for (const [route, reply] of Object.entries(answers)) shell.server.on(route, reply);
  const remote = create(shell);
  const route = remote.routes.find((one) => one.path === '/campaigns/:id/library/:document');
  if (!route) throw new Error('The remote brings no viewer.');
  await route.load?.();
  const page = render(<route.Page />);
  return { shell, server: shell.server, page, user: userEvent.setup() };
}
