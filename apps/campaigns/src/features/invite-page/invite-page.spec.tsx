import { screen, waitFor } from '@testing-library/react';
import { answer, refuse } from '@tomekeeper/remote-kit/testing';
import { showPage, strahdId } from '../../testing/show-page';

const PREVIEW = 'GET /api/invites/';
const ACCEPT = 'POST /api/invites/accept/';
const preview = {
  title: 'Curse of Strahd',
  invited_by: 'Mina Murray' as string | null,
  role: 'player',
  for_address_only: false,
};
const signedOut = { session: { status: 'signed-out' } } as const;

const showInvite = (options: Parameters<typeof showPage>[1] = {}, path = '/invite#t0ken') => {
  const page = showPage('/invite', { path, ...options });
  page.server.on(PREVIEW, () => answer(preview));
  return page;
};

beforeEach(() => sessionStorage.clear());

/** Text of the heading without its eyebrow. */
const heading = () =>
  screen.getByRole('heading', { level: 1 }).textContent.replace(/^Invitation\s*/, '');

describe('an invite', () => {
  it('shows campaign and inviter, and leads into the campaign', async () => {
    const { show, user, server, shell } = showInvite();
    server.on(ACCEPT, () => answer({ campaign: strahdId }));
    show();
    expect(await screen.findByRole('heading', { name: 'Curse of Strahd' })).toBeTruthy();
    expect(screen.getByText(/Mina Murray invites you to play/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Accept' }));
    await waitFor(() =>
      expect(shell.routing.navigations).toEqual([{ to: `/campaigns/${strahdId}`, replace: true }]),
    );
    expect(server.callsTo(ACCEPT).map(({ body }) => body)).toEqual([{ token: 't0ken' }]);
    expect(sessionStorage.length).toBe(0);
  });

  it('can be declined without joining or notifying anyone', async () => {
    const { show, user, server, shell } = showInvite();
    show();
    await user.click(await screen.findByRole('button', { name: 'Decline' }));
    expect(shell.routing.navigations).toEqual([{ to: '/home', replace: true }]);
    expect(shell.toasts[0]?.message).toMatch(/You did not join/);
    expect(server.callsTo(ACCEPT)).toEqual([]);
    expect(sessionStorage.length).toBe(0);
  });

  it('lets a visitor sign up or in and come back, with nothing of it in any address', async () => {
    const visitor = showInvite(signedOut).show();
    const up = await screen.findByRole('link', { name: 'Create an account' });
    expect(up.getAttribute('href')).toBe('/signup?redirect=%2Finvite');
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(
      '/login?redirect=%2Finvite',
    );
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
    visitor.unmount();

    const back = showInvite({}, '/invite');
    back.server.on(ACCEPT, () => answer({ campaign: strahdId }));
    back.show();
    await back.user.click(await screen.findByRole('button', { name: 'Accept' }));
    await waitFor(() => expect(back.server.callsTo(ACCEPT)[0]?.body).toEqual({ token: 't0ken' }));
  });

  it('for a co-GM says whose it is', async () => {
    const page = showInvite(signedOut);
    page.server.on(PREVIEW, () =>
      answer({ ...preview, invited_by: null, role: 'co_gm', for_address_only: true }),
    );
    page.show();
    expect(await screen.findByText(/A game master invites you to run this campaign/)).toBeTruthy();
    expect(screen.getByText(/Use the e-mail address that this invite was sent to/)).toBeTruthy();
  });

  it('explains why an invite has ended, without a retry', async () => {
    const page = showInvite(signedOut);
    page.server.on(PREVIEW, () => refuse(404, 'This invite was withdrawn. Ask for a new one.'));
    page.show();
    expect(await screen.findByText('This invite was withdrawn. Ask for a new one.')).toBeTruthy();
    expect(heading()).toBe('This invite does not let you in');
    expect(document.body.textContent).not.toContain('You are invited');
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    expect(page.server.callsTo(ACCEPT)).toEqual([]);
  });

  it('that has ended still leads its campaign’s people there', async () => {
    const page = showInvite();
    page.server.on(PREVIEW, () => refuse(404, 'This invite was used up.'));
    page.server.on(ACCEPT, () => answer({ campaign: strahdId }));
    page.show();
    await waitFor(() =>
      expect(page.shell.routing.navigations).toEqual([
        { to: `/campaigns/${strahdId}`, replace: true },
      ]),
    );
  });

  it('that has ended is refused once to others', async () => {
    const page = showInvite();
    page.server.on(PREVIEW, () => refuse(404, 'This invite was used up.'));
    page.server.on(ACCEPT, () => refuse(404, 'This invite was used up.'));
    page.show();
    expect(await screen.findByText(/This invite was used up/)).toBeTruthy();
    expect(heading()).toBe('This invite does not let you in');
    expect(page.server.callsTo(ACCEPT)).toHaveLength(1);
  });

  it('shows errors next to the button and allows a retry', async () => {
    const page = showInvite();
    page.server.on(ACCEPT, () => refuse(409, 'This campaign has no room for another player.'));
    page.show();
    await page.user.click(await screen.findByRole('button', { name: 'Accept' }));
    expect(await screen.findByText(/has no room for another player/)).toBeTruthy();
    expect(heading()).toBe('You are invited');
    expect(screen.getByRole('button', { name: 'Accept' })).toBeTruthy();
  });

  it('that ended while the page stood open says why, and offers no second press', async () => {
    const page = showInvite();
    page.server.on(ACCEPT, () => refuse(404, 'Ask your game master for a new one.'));
    page.show();
    await page.user.click(await screen.findByRole('button', { name: 'Accept' }));
    expect(await screen.findByText('Ask your game master for a new one.')).toBeTruthy();
    expect(heading()).toBe('This invite does not let you in');
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
    await page.user.click(screen.getByRole('button', { name: 'To your campaigns' }));
    expect(page.shell.routing.navigations.at(-1)).toMatchObject({ to: '/home' });
  });

  it('without a token says that the link is not whole', () => {
    const { show, server } = showInvite({}, '/invite');
    show();
    expect(screen.getByText('This invite link is incomplete.')).toBeTruthy();
    expect(server.calls).toEqual([]);
  });
});
