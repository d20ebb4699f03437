import { screen, waitFor } from '@testing-library/react';
import { answer, refuse } from '@tomekeeper/remote-kit/testing';
import { joinOnReturn } from './kept-token';
import { showNotice, showPage, strahdId } from '../../testing/show-page';

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

  it('leads a visitor to sign-up, without the token in any address, and is accepted on the return', async () => {
    const visitor = showInvite(signedOut);
    const visit = visitor.show();
    await waitFor(() =>
      expect(visitor.shell.routing.navigations).toEqual([
        { to: '/signup?redirect=%2Finvite', replace: true },
      ]),
    );
    visit.unmount();

    const back = showInvite({}, '/invite');
    back.server.on(ACCEPT, () => answer({ campaign: strahdId }));
    back.show();
    await waitFor(() =>
      expect(back.shell.routing.navigations).toEqual([
        { to: `/campaigns/${strahdId}`, replace: true },
      ]),
    );
    expect(back.server.callsTo(ACCEPT).map(({ body }) => body)).toEqual([{ token: 't0ken' }]);
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
    expect(sessionStorage.length).toBe(0);
  });

  it('asks a signed-in user, even after a visit to another invite as a visitor', async () => {
    const visitor = showInvite(signedOut, '/invite#another');
    const visit = visitor.show();
    await waitFor(() => expect(visitor.shell.routing.navigations).toHaveLength(1));
    visit.unmount();

    const page = showInvite();
    page.show();
    expect(await screen.findByRole('button', { name: 'Accept' })).toBeTruthy();
    expect(page.server.callsTo(ACCEPT)).toEqual([]);
  });

  it('that a returning visitor may not use says why', async () => {
    const visitor = showInvite(signedOut);
    const visit = visitor.show();
    await waitFor(() => expect(visitor.shell.routing.navigations).toHaveLength(1));
    visit.unmount();

    const back = showInvite({}, '/invite');
    back.server.on(ACCEPT, () => refuse(403, 'This invite is for another address.'));
    back.show();
    expect(await screen.findByText(/This invite is for another address/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Accept' })).toBeTruthy();
  });

  it('waits for sign-in while that is unavailable', async () => {
    const page = showInvite({ session: { status: 'unavailable' } });
    page.show();
    expect(await screen.findByText('Sign-in can’t be reached at the moment.')).toBeTruthy();
    expect(page.shell.routing.navigations).toEqual([]);
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

  it('leads members to their campaign without another acceptance', async () => {
    const page = showInvite();
    page.server.on(PREVIEW, () => answer({ ...preview, campaign: strahdId }));
    page.show();
    await waitFor(() =>
      expect(page.shell.routing.navigations).toEqual([
        { to: `/campaigns/${strahdId}`, replace: true },
      ]),
    );
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
    expect(page.server.callsTo(ACCEPT)).toEqual([]);
    expect(sessionStorage.length).toBe(0);
  });

  it('opens the campaign once when the confirmation has accepted it already', async () => {
    joinOnReturn('t0ken');
    const page = showInvite();
    page.server.on(PREVIEW, () => answer({ ...preview, campaign: strahdId }));
    page.server.on(ACCEPT, () => answer({ campaign: strahdId }));
    page.show();
    await waitFor(() => expect(page.server.callsTo(PREVIEW)).toHaveLength(1));
    await waitFor(() => expect(page.shell.routing.navigations).toHaveLength(1));
    expect(screen.queryByRole('alert')).toBeNull();
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

describe('the notice on the sign-up page', () => {
  it('shows campaign and inviter', async () => {
    sessionStorage.setItem('tomekeeper:invite', 't0ken');
    const page = showNotice();
    page.server.on(PREVIEW, () => answer(preview));
    const shown: string[] = [];
    page.show({ onShown: (token) => shown.push(token) });
    expect(shown).toEqual([]);
    expect(await screen.findByRole('heading', { name: 'Curse of Strahd' })).toBeTruthy();
    expect(shown).toEqual(['t0ken']);
    expect(screen.getByText(/Mina Murray invites you to play/)).toBeTruthy();
    expect(screen.getByText('You join as soon as you are signed in.')).toBeTruthy();
  });

  it('for a co-GM names the right address', async () => {
    sessionStorage.setItem('tomekeeper:invite', 't0ken');
    const page = showNotice();
    page.server.on(PREVIEW, () =>
      answer({ ...preview, invited_by: null, role: 'co_gm', for_address_only: true }),
    );
    page.show();
    expect(await screen.findByText(/A game master invites you to run this campaign/)).toBeTruthy();
    expect(screen.getByText(/Use the e-mail address that this invite was sent to/)).toBeTruthy();
  });

  it('is absent without an invite and for an ended invite', async () => {
    const none = showNotice();
    none.show().unmount();
    expect(none.server.calls).toEqual([]);

    sessionStorage.setItem('tomekeeper:invite', 't0ken');
    const ended = showNotice();
    ended.server.on(PREVIEW, () => refuse(404, 'This invite was withdrawn.'));
    const onShown = jest.fn();
    const { container } = ended.show({ onShown });
    await waitFor(() => expect(container.querySelector('section')).toBeNull());
    expect(onShown).not.toHaveBeenCalled();
    expect(ended.server.callsTo(PREVIEW)).toHaveLength(1);
  });
});
