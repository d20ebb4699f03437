import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import {
  answer,
  createFakeShell,
  fakePerson,
  refuse,
  type FakeAnswer,
} from '@tomekeeper/remote-kit/testing';
import type { Entry } from '../features/history/ledger/ledger-api';
import { create } from '../remote';
import { campaignId, deathHouse } from './show-panel';

export const LEDGER = 'GET /api/campaigns/:id/ledger/';
export const SESSIONS = 'GET /api/campaigns/:id/sessions/';
export const TAKE_BACK = 'DELETE /api/documents/:id/acts/:act/';
export const ann = 'a0000000-0000-4000-8000-000000000001';
export const mia = 'a0000000-0000-4000-8000-000000000002';
const coGm = 'a0000000-0000-4000-8000-000000000003';

export const entry = (id: string, change: Partial<Entry> = {}): Entry => ({
  id,
  at: '2026-11-20T20:14:00.000Z',
  act: 'reveal',
  by: ann,
  document: deathHouse.id,
  title: 'The Sunken Keep',
  audience: 'party',
  can_take_back: false,
  ...change,
});

interface LedgerOptions {
  role?: 'owner' | 'player';
  query?: string;
  /** Whether the user is not a member of the campaign. */
  refused?: boolean;
  ledger?: FakeAnswer;
  /** Response to the list of game sessions. */
  sessions?: FakeAnswer;
}

/** Renders the ledger as the shell does. */
export async function showLedger({
  role = 'owner',
  query = '',
  refused = false,
  ledger = () => answer({ entries: [] }),
  sessions = () => answer([]),
}: LedgerOptions = {}) {
  const path = `/campaigns/${campaignId}/ledger`;
  window.history.replaceState(null, '', path + query);
  const shell = createFakeShell({
    path: path + query,
    params: { id: campaignId },
    session: { status: 'signed-in', user: fakePerson('Ann') },
  });
  shell.server.on(LEDGER, ledger).on(SESSIONS, sessions);
  shell.server.on('GET /api/campaigns/:id/', () =>
    refused
      ? refuse(404, 'There is no such campaign.')
      : answer({
          title: 'Curse of Strahd',
          role,
          players: [mia, coGm],
          people: [
            { id: ann, name: 'Ann', role: 'owner' },
            { id: mia, name: 'Mia', role: 'player' },
            { id: coGm, name: 'Cora', role: 'co_gm' },
          ],
        }),
  );
  const route = create(shell).routes.find((one) => one.path === '/campaigns/:id/ledger');
  if (!route) throw new Error('The remote brings no ledger.');
  await route.load?.();
  const page = render(<route.Page />);
  return { shell, server: shell.server, page, user: userEvent.setup() };
}
