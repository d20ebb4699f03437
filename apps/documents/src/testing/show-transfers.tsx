import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { answer, createFakeShell, fakePerson, refuse } from '@tomekeeper/remote-kit/testing';
import { create } from '../remote';
import { campaignId } from './show-panel';

interface TransferOptions {
  page: 'import' | 'export';
  role?: 'owner' | 'player';
  /** Id of the opened import. */
  opened?: string;
  query?: string;
  /** Whether the user is not a member of the campaign. */
  refused?: boolean;
  /** Registers the responses of the page's calls. */
  serve?: (server: ReturnType<typeof createFakeShell>['server']) => void;
}

/** Renders the page of imports or exports as the shell does. */
export async function showTransfers({
  page,
  role = 'owner',
  opened,
  query = '',
  refused = false,
  serve,
}: TransferOptions) {
  const route = `/campaigns/:id/${page}${opened === undefined ? '' : '/:import'}`;
  const path = `/campaigns/${campaignId}/${page}${opened === undefined ? '' : `/${opened}`}`;
  window.history.replaceState(null, '', path + query);
  const shell = createFakeShell({
    path: path + query,
    params: { id: campaignId, ...(opened !== undefined && { import: opened }) },
    session: { status: 'signed-in', user: fakePerson('Ann') },
  });
  shell.server.on('GET /api/campaigns/:id/', () =>
    refused
      ? refuse(404, 'There is no such campaign.')
      : answer({ title: 'Curse of Strahd', role }),
  );
  serve?.(shell.server);
  const found = create(shell).routes.find((one) => one.path === route);
  if (!found) throw new Error(`The remote has no route ${route}.`);
  await found.load?.();
  const rendered = render(<found.Page />);
  return { shell, server: shell.server, page: rendered, user: userEvent.setup() };
}
