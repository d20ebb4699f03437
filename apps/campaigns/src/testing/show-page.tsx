import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { WidgetProps } from '@tomekeeper/remote-kit';
import {
  answer,
  createFakeShell,
  fakePerson,
  type FakeShellOptions,
} from '@tomekeeper/remote-kit/testing';
import { create } from '../remote';

// jsdom has no layout and lacks `scrollIntoView`.
Object.assign(Element.prototype, { scrollIntoView: () => undefined });

export const gm = fakePerson('Mina');
export const lucy = fakePerson('Lucy');
export const jonathan = fakePerson('Jonathan');
export const strahdId = '7b0f4e6a-21f5-4d0c-9a52-3a6f6f1f7f01';

/** Mina's campaign with Lucy as its player. */
export const strahd = {
  id: strahdId,
  title: 'Curse of Strahd',
  game_system: 'D&D 5e',
  players: [lucy.id],
  owner: gm.id,
  people: [
    { id: gm.id, name: 'Mina Murray', role: 'owner' },
    { id: lucy.id, name: 'Lucy Westenra', role: 'player' },
  ],
  role: 'owner',
  sample: undefined as true | undefined,
  hand_over: undefined as { to: string; expires_at: string } | undefined,
};

/** Renders a page of this remote in a fake shell with a fake network. */
export function showPage(
  path: '/home' | '/campaigns/new' | '/campaigns/:id' | '/campaigns/:id/as/:viewer' | '/invite',
  options: FakeShellOptions = {},
) {
  const shell = createFakeShell({ params: { id: strahdId }, ...options });
  shell.server.on('GET /api/documents/pictures/', () => answer({ pictures: [] }));
  return {
    shell,
    server: shell.server,
    user: userEvent.setup(),
    show() {
      const found = create(shell).routes.find((route) => route.path === path);
      if (!found) throw new Error(`No page for ${path}.`);
      return render(<found.Page />);
    },
  };
}

/** Renders the invite's notice as the sign-up page does. */
export function showNotice() {
  const shell = createFakeShell({ session: { status: 'signed-out' }, path: '/signup' });
  return {
    server: shell.server,
    show(props: WidgetProps['campaigns.invite-notice'] = {}) {
      const Notice = create(shell).widgets?.['campaigns.invite-notice'];
      if (!Notice) throw new Error('The remote has no such widget.');
      return render(<Notice {...props} />);
    },
  };
}

/** Renders the campaign page for a user. */
export function showCampaign(person = gm, campaign: Partial<typeof strahd> = {}) {
  const page = showPage('/campaigns/:id', { session: { status: 'signed-in', user: person } });
  const role = person.id === (campaign.owner ?? strahd.owner) ? 'owner' : 'player';
  page.server.on('GET /api/campaigns/:id/', () => answer({ ...strahd, role, ...campaign }));
  page.server.on('GET /api/campaigns/:id/invites/', () => answer([]));
  page.server.on('GET /api/documents/news/mail/', () => answer({ frequency: 'off' }));
  page.server.on('GET /api/live/presence/', () => answer({ here: [] }));
  return page;
}
