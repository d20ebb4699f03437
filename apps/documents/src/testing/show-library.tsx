import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import {
  answer,
  createFakeShell,
  fakePerson,
  refuse,
  type FakeServer,
} from '@tomekeeper/remote-kit/testing';
import type { ShareTagRequest } from '@tomekeeper/contracts-document';
import type { Document } from '../features/documents-api/documents-api';
import { create } from '../remote';
import { campaignId, deathHouse, map, SPOILER_CHECK } from './show-panel';
import { answerDocuments } from './answer-documents';

const PATH = `/campaigns/${campaignId}/library`;

export interface LibraryOptions {
  role?: 'owner' | 'co_gm' | 'player';
  list?: readonly Document[];
  query?: string;
  parts?: readonly object[];
  sharedTags?: readonly string[];
  /** Whether the user is not a member of the campaign. */
  refused?: boolean;
  /** Further responses. */
  serve?: (server: FakeServer) => void;
}

/** Renders the library as the shell does. */
export async function showLibrary({
  role = 'owner',
  list = [deathHouse, map],
  query = '',
  parts = [],
  sharedTags = [],
  refused = false,
  serve,
}: LibraryOptions = {}) {
  class Observer {
    observe() {}
    disconnect() {}
  }
  // Specs may have their own.
  const { IntersectionObserver = Observer } = globalThis as Partial<typeof globalThis>;
  Object.assign(globalThis, { ResizeObserver: Observer, IntersectionObserver });
  window.history.replaceState(null, '', PATH + query);
  const shell = createFakeShell({
    path: PATH + query,
    params: { id: campaignId },
    session: { status: 'signed-in', user: fakePerson('Mina') },
  });
  shell.server
    .on('GET /api/documents/', answerDocuments(list))
    .on(SPOILER_CHECK, () => answer({ names: [] }))
    .on('GET /api/documents/news/', () => answer({ news: [] }))
    .on('GET /api/documents/parts/', () => answer({ parts }))
    .on('GET /api/campaigns/:id/', () =>
      refused
        ? refuse(404, 'There is no such campaign.')
        : answer({ title: 'Curse of Strahd', role }),
    );
  let tags = [...sharedTags];
  shell.server
    .on('GET /api/documents/shared-tags/', () => answer({ tags }))
    .on('POST /api/documents/shared-tags/', ({ body }) => {
      const { tag, is_shared } = body as ShareTagRequest;
      tags = [...tags.filter((one) => one !== tag), ...(is_shared ? [tag] : [])];
      return answer({ tags });
    });
  let comments = 'on';
  shell.server
    .on('GET /api/documents/comments/settings/', () => answer({ comments }))
    .on('PUT /api/documents/comments/settings/', ({ body }) => {
      ({ comments } = body as { comments: string });
      return answer({ comments });
    });
  serve?.(shell.server);
  const route = create(shell).routes.find(({ path }) => path === '/campaigns/:id/library');
  if (!route) throw new Error('The remote brings no library.');
  await route.load?.();
  const page = render(<route.Page />);
  return { shell, server: shell.server, page, user: userEvent.setup() };
}
