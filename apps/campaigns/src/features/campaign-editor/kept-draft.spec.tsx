import { act, screen, waitFor } from '@testing-library/react';
import { answer, noContent } from '@tomekeeper/remote-kit/testing';
import { gm, lucy, showCampaign, showPage, strahd, strahdId } from '../../testing/show-page';

const PATCH = 'PATCH /api/campaigns/:id/';
const title = () => screen.findByLabelText<HTMLInputElement>('Title');
const isBack = () => screen.queryByText(/Your draft was restored/) !== null;
const discard = () => screen.getByRole('button', { name: 'Discard' });

beforeEach(() => {
  sessionStorage.clear();
  window.history.replaceState(null, '', `/campaigns/${strahdId}`);
});

/** The GM's campaign page with unsaved input. */
async function typed() {
  const page = showCampaign();
  const view = page.show();
  await page.user.type(await title(), '!');
  return { ...page, view };
}

/** Expires the session and unmounts the page. */
function expire({ shell, view }: Awaited<ReturnType<typeof typed>>) {
  act(() => shell.session.expire());
  view.unmount();
}

/** Opens the page again. */
async function next(person = gm) {
  const page = showCampaign(person, { owner: person.id });
  page.show();
  await title();
  return page;
}

describe('text that was not saved when the session ended', () => {
  it('is back after a new sign-in, says so, and is unsaved', async () => {
    expire(await typed());
    const { shell } = await next();
    expect((await title()).value).toBe('Curse of Strahd!');
    expect(isBack()).toBe(true);
    expect(shell.routing.asksBeforeLeaving()).toBe(true);
  });

  it('can be discarded', async () => {
    expire(await typed());
    const { user, shell } = await next();
    await user.click(discard());
    expect((await title()).value).toBe('Curse of Strahd');
    expect(isBack()).toBe(false);
    expect(shell.routing.asksBeforeLeaving()).toBe(false);
    expect(sessionStorage).toHaveLength(0);
  });

  it('goes once it is saved', async () => {
    expire(await typed());
    const { user, server } = await next();
    server.on(PATCH, noContent);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved');
    expect(isBack()).toBe(false);
    expect(sessionStorage).toHaveLength(0);
  });

  it('is not shown to other users, and is deleted when another user signs in', async () => {
    expire(await typed());
    await next(lucy);
    expect((await title()).value).toBe('Curse of Strahd');
    expect(isBack()).toBe(false);
    expect(sessionStorage).toHaveLength(0);
  });

  it('is not kept for another campaign', async () => {
    expire(await typed());
    const page = showPage('/campaigns/new', { session: { status: 'signed-in', user: gm } });
    page.show();
    expect((await title()).value).toBe('');
    expect(isBack()).toBe(false);
  });

  it('is forgotten by signing out, which leads away first', async () => {
    const { shell, view } = await typed();
    expect(sessionStorage).toHaveLength(1);
    window.history.replaceState(null, '', '/');
    await act(() => shell.session.signOut());
    view.unmount();
    expect(sessionStorage).toHaveLength(0);
  });

  it('is forgotten by leaving the page, or the site', async () => {
    const { view, user } = await typed();
    window.dispatchEvent(new Event('pagehide'));
    expect(sessionStorage).toHaveLength(0);
    await user.type(await title(), '!');
    view.unmount();
    expect(sessionStorage).toHaveLength(0);
  });

  it('is restored on the page of a new campaign as soon as the user is known', async () => {
    const first = showPage('/campaigns/new', { session: { status: 'signed-in', user: gm } });
    const view = first.show();
    await first.user.type(await title(), 'Barovia');
    expire({ ...first, view });
    const { shell, server, show, user } = showPage('/campaigns/new', {
      session: { status: 'signed-in', user: undefined },
    });
    show();
    expect((await title()).value).toBe('');
    act(() => shell.session.signIn(gm));
    expect((await title()).value).toBe('Barovia');
    server.on('POST /api/campaigns/', () => answer({ id: strahd.id }, 201));
    await user.type(screen.getByLabelText('Game system'), 'D&D 5e{Enter}');
    await waitFor(() => expect(shell.routing.navigations).toHaveLength(1));
  });
});
