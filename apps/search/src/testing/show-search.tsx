import { render, type RenderResult } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, createFakeShell, type FakeShellOptions } from '@tomekeeper/remote-kit/testing';
import { create } from '../remote';

// jsdom has no layout, and no scrolling.
Object.assign(Element.prototype, { scrollIntoView: () => undefined });

export const CAMPAIGN = '2f6f7a10-0000-4000-8000-000000000001';
export const DOCUMENT = '2f6f7a10-0000-4000-8000-000000000002';
export const PASSAGE = '2f6f7a10-0000-4000-8000-000000000003';
export const OTHER = '2f6f7a10-0000-4000-8000-000000000004';

export const hit = (more: object = {}) => ({
  campaign: CAMPAIGN,
  document: DOCUMENT,
  passage: PASSAGE,
  title: 'Krezk',
  kind: 'note',
  heading_path: ['The smithy', 'Graves'],
  snippet: [
    { text: 'The smith’s dead wife is called ', match: false },
    { text: 'Ilse', match: true },
  ],
  ...more,
});

export const titled = (more: object = {}) => ({
  ...hit(),
  passage: undefined,
  heading_path: [],
  snippet: [{ text: 'Krezk', match: true }],
  ...more,
});

export const SESSION = '2f6f7a10-0000-4000-8000-000000000005';

export const session = (more: object = {}) => ({
  campaign: CAMPAIGN,
  id: SESSION,
  number: 12,
  title: 'The marsh',
  starts_at: '2020-03-14T19:00:00.000Z',
  time_zone: 'Europe/Berlin',
  started_at: null,
  state: 'closed',
  passages: [],
  ...more,
});

/** The remote in a campaign; Mina is a GM by default. */
export function openSearch({
  role = 'owner',
  path,
  ...options
}: FakeShellOptions & { role?: string } = {}) {
  const shell = createFakeShell({
    path: path ?? `/campaigns/${CAMPAIGN}`,
    params: { id: CAMPAIGN },
    ...options,
  });
  const { server } = shell;
  server
    .on('GET /api/campaigns/', () =>
      answer([{ id: CAMPAIGN, title: 'Barovia', game_system: 'D&D' }]),
    )
    .on('GET /api/campaigns/:id/', () =>
      answer({
        title: 'Barovia',
        role,
        people: [
          { id: 'mina', name: 'Mina Harker', role: 'owner' },
          { id: 'pia', name: 'Pia Reed', role: 'player' },
        ],
      }),
    )
    .on('GET /api/search/', () => answer({ hits: [], mode: 'lexical' }))
    .on('GET /api/search/state/', () =>
      answer({ is_ready: true, mode: 'lexical', answers: { written_by: 'extract' } }),
    )
    .on('GET /api/documents/', () => answer({ documents: [] }))
    .on('GET /api/documents/facets/', () => answer({ folders: [] }));
  const remote = create(shell);
  const user = userEvent.setup();
  return {
    shell,
    server,
    user,
    remote,
    showPage(of: 'search' | 'ask'): RenderResult {
      const found = remote.routes.find((one) => one.path === `/campaigns/:id/${of}`);
      if (!found) throw new Error(`No page for ${of}.`);
      return render(<found.Page />);
    },
    showPalette(typed = '') {
      const Palette = remote.widgets?.['search.palette'];
      if (!Palette) throw new Error('No palette.');
      const onClose = jest.fn();
      return { onClose, ...render(<Palette onClose={onClose} takeTyped={() => typed} />) };
    },
  };
}
