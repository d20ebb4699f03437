import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, createFakeShell, type FakeShellOptions } from '@tomekeeper/remote-kit/testing';
import { create } from '../remote';

export const CAMPAIGN = '2f6f7a10-0000-4000-8000-000000000001';
export const SESSION = '2f6f7a10-0000-4000-8000-000000000002';

/** A planned and announced session, as a GM sees it. */
export const session = (more: object = {}) => ({
  id: SESSION,
  number: 12,
  title: 'The gate',
  title_released: false,
  starts_at: '2999-03-05T18:00:00.000Z',
  time_zone: 'Europe/Berlin',
  state: 'planned',
  started_at: null,
  closed_at: null,
  attendance: null,
  answers: { yes: 0, maybe: 0, no: 0 },
  checklist: { items: 0, done: 0 },
  plan: null,
  recap: null,
  members: [],
  checklist_items: [],
  ...more,
});

/** A session as a player sees it. */
export function sessionOfPlayer(more: object = {}) {
  const {
    title_released: _r,
    checklist: _c,
    plan: _p,
    recap: _n,
    checklist_items: _i,
    ...visible
  } = session();
  return { ...visible, title: null, ...more };
}

interface TableOptions extends FakeShellOptions {
  role?: 'owner' | 'co_gm' | 'player';
  sessions?: readonly object[];
}

/** The remote in a campaign; the viewer is its owner by default. */
export function openTable({
  role = 'owner',
  sessions = [session()],
  ...options
}: TableOptions = {}) {
  const shell = createFakeShell({
    path: `/campaigns/${CAMPAIGN}/sessions`,
    params: { id: CAMPAIGN, session: SESSION },
    ...options,
  });
  const { server } = shell;
  server
    .on('GET /api/campaigns/:id/', () =>
      answer({
        title: 'Barovia',
        role,
        players: ['pia', 'tom'],
        people: [
          { id: 'mina', name: 'Mina Harker', role: 'owner' },
          { id: 'pia', name: 'Pia Reed', role: 'player' },
          { id: 'tom', name: 'Tom Ash', role: 'player' },
        ],
      }),
    )
    .on('PUT /api/documents/news/read/', () => answer(undefined, 204))
    .on('GET /api/campaigns/:id/sessions/', () => answer(sessions))
    .on('GET /api/campaigns/:id/sessions/:session/', () => answer(sessions[0] ?? session()))
    .on('GET /api/campaigns/:id/board/', () => answer({ items: [], version: 0, session: SESSION }));
  const remote = create(shell);
  const pageOf = (path: string) => {
    const found = remote.routes.find((one) => one.path === path);
    if (!found) throw new Error(`No page for ${path}.`);
    return render(<found.Page />);
  };
  return {
    shell,
    server,
    user: userEvent.setup(),
    showList: () => pageOf('/campaigns/:id/sessions'),
    showSession: () => pageOf('/campaigns/:id/sessions/:session'),
    showNext(viewAs?: string) {
      const Next = remote.widgets?.['table.next-session'];
      if (!Next) throw new Error('No widget.');
      return render(
        <Next campaignId={CAMPAIGN} role={role} {...(viewAs !== undefined && { viewAs })} />,
      );
    },
  };
}
