import { act, screen, waitFor, within } from '@testing-library/react';
import { answer, fillIn, noContent, refuse, refuseSilently } from '@tomekeeper/remote-kit/testing';
import { gm, lucy, showCampaign, showPage, strahd, strahdId } from '../../testing/show-page';

const PATCH = 'PATCH /api/campaigns/:id/';
const title = () => screen.findByLabelText<HTMLInputElement>('Title');

describe('Edit Campaign', () => {
  it('shows the campaign, its players and the documents of its owner', async () => {
    const { show, shell } = showCampaign();
    show();
    expect((await title()).value).toBe('Curse of Strahd');
    const heading = screen.getByRole('heading', { level: 1 });
    expect(heading.textContent).toBe('Edit Campaign Curse of Strahd');
    expect(screen.getByRole('heading', { name: 'Players' })).toBeTruthy();
    expect(document.querySelector('[data-widget="documents.campaign-panel"]')?.textContent).toBe(
      JSON.stringify({ campaignId: strahdId, isOwner: true, role: 'owner' }),
    );
    expect(shell.routing.title()).toBe('Curse of Strahd');
  });

  it('saves trimmed values, stays on the page and says so: "values are trimmed on send", "On edit, stay on the page."', async () => {
    const { show, user, server, shell } = showCampaign();
    server.on(PATCH, noContent);
    show();
    await fillIn(user, await title(), ': The Return ');
    expect(shell.routing.asksBeforeLeaving()).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Save' }));

    expect(await screen.findByText('Saved')).toBeTruthy();
    expect(server.callsTo(PATCH)[0]?.body).toEqual({
      title: 'Curse of Strahd: The Return',
      game_system: 'D&D 5e',
    });
    expect((await title()).value).toBe('Curse of Strahd: The Return');
    expect(shell.routing.asksBeforeLeaving()).toBe(false);
    expect(shell.routing.navigations).toEqual([]);

    await user.type(await title(), '!');
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('shows the error and keeps the input', async () => {
    const { show, user, server } = showCampaign();
    server.on(PATCH, () => refuseSilently(502));
    show();
    await user.type(await title(), '!');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Save failed');
    expect((await title()).value).toBe('Curse of Strahd!');
  });

  it.each([
    ['its owner', gm, 'This campaign has been deleted.'],
    ['a player', lucy, 'This campaign has been deleted, or you are no longer one of its players.'],
  ])('tells %s that it has gone since, and keeps what was typed', async (_, person, words) => {
    const { show, user, server, shell } = showCampaign(person);
    show();
    await title();
    server.on('GET /api/campaigns/:id/', () => refuse(404, 'There is no such campaign.'));
    server.on(PATCH, () => refuse(404, 'There is no such campaign.'));
    server.on('POST /api/campaigns/:id/remove-players/', () => refuseSilently(404));
    if (person === gm) {
      await user.type(await title(), '!');
      await user.click(screen.getByRole('button', { name: 'Save' }));
      await screen.findByText('There is no such campaign.');
    } else {
      await user.click(screen.getByRole('button', { name: 'Leave campaign' }));
      const dialog = within(screen.getByRole('dialog'));
      await user.click(dialog.getByRole('button', { name: 'Leave campaign' }));
      await dialog.findByRole('alert');
      await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    }
    await screen.findByText(words);
    expect((await title()).value).toBe(person === gm ? 'Curse of Strahd!' : 'Curse of Strahd');
    await user.click(screen.getByRole('button', { name: 'To your campaigns' }));
    expect(shell.routing.navigations[0]?.to).toBe('/home');
  });

  it.each(['Title', 'Game system'])(
    'can not be saved without a %s: "disabled unless title and game system are both non-empty after trimming"',
    async (label) => {
      const { show, user } = showCampaign();
      show();
      await title();
      const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
      const field = screen.getByLabelText(label);
      expect(save.disabled).toBe(false);
      await user.clear(field);
      expect(save.disabled).toBe(true);
      await user.type(field, '  ');
      expect(save.disabled).toBe(true);
      await user.type(field, 'x');
      expect(save.disabled).toBe(false);
    },
  );

  it('lets a player look but not change, and says why', async () => {
    const { show } = showCampaign(lucy);
    show();
    expect((await title()).disabled).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
    expect(screen.getByText(/Only the campaign’s game masters can change its title/)).toBeTruthy();
    expect(screen.getByText('Mina Murray runs this campaign.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Delete campaign' })).toBeNull();
    // The overview comes first, the editor last.
    const overview = document.querySelector('[data-widget="documents.overview"]');
    const editor = screen.getByRole('heading', { level: 2, name: 'Details' });
    expect(overview?.textContent).toContain('"role":"player"');
    expect(overview?.compareDocumentPosition(editor)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(
      document.querySelector('[data-widget="documents.campaign-panel"]')?.textContent,
    ).toContain('"isOwner":false,"role":"player"');
  });

  it('tells the documents of a co-GM that they are one', async () => {
    showCampaign(lucy, { role: 'co_gm' }).show();
    expect((await title()).disabled).toBe(false);
    expect(
      document.querySelector('[data-widget="documents.campaign-panel"]')?.textContent,
    ).toContain('"isOwner":false,"role":"co_gm"');
  });

  it("says 'Unable to load campaign.' to a stranger, and offers a way on", async () => {
    const { show, server, user, shell } = showPage('/campaigns/:id');
    server.on('GET /api/campaigns/:id/', () => refuse(404, 'There is no such campaign.'));
    show();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Unable to load campaign.');
    expect(alert.textContent).toContain('There is no such campaign.');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Campaign not found');
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(shell.routing.navigations[0]?.to).toBe('/home');
  });

  it("says 'Unable to load campaign.' while the service is away, and tries again when asked to", async () => {
    const { show, server, user } = showPage('/campaigns/:id');
    server.on('GET /api/campaigns/:id/', () => refuseSilently(503));
    show();
    expect((await screen.findByRole('alert')).textContent).toContain('Unable to load campaign.');
    server.on('GET /api/campaigns/:id/', () => answer(strahd));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await title()).toBeTruthy();
  });

  it('waits until it knows who is looking before it lets anyone change anything', async () => {
    const { show, server, shell } = showPage('/campaigns/:id', {
      session: { status: 'signed-in', user: undefined },
    });
    server.on('GET /api/campaigns/:id/', () => answer(strahd));
    show();
    await waitFor(() => expect(server.calls).toHaveLength(1));
    expect(screen.queryByLabelText('Title')).toBeNull();
    act(() => shell.session.signIn(gm));
    expect((await title()).disabled).toBe(false);
  });
});
