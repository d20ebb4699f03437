import { act, screen, waitFor, within } from '@testing-library/react';
import { answer, noContent, refuse } from '@tomekeeper/remote-kit/testing';
import { gm, jonathan, lucy, showCampaign, showPage, strahd } from '../../testing/show-page';

const OFFER = 'POST /api/campaigns/:id/hand-over/';
const END = 'DELETE /api/campaigns/:id/hand-over/';
const ACCEPT = 'POST /api/campaigns/:id/hand-over/accept/';
const CAMPAIGN = 'GET /api/campaigns/:id/';
const to = (person: { id: string }) => ({ to: person.id, expires_at: '2026-11-30T20:15:00.000Z' });
const players = [lucy.id, jonathan.id];
const section = () =>
  within(screen.getByRole('heading', { name: 'Hand over' }).closest('section') as HTMLElement);

const button = () => screen.findByRole('button', { name: 'Offer the campaign' });

describe('handing a campaign over', () => {
  it('offers the campaign to a member after confirmation, and withdraws the offer', async () => {
    const { show, user, server, shell } = showCampaign(gm, { players });
    server.on(OFFER, noContent);
    server.on(END, noContent);
    show();
    await user.click(await button());
    const dialog = within(screen.getByRole('dialog', { name: 'Offer the campaign' }));
    expect(dialog.getByText(/they see every spoiler/)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(server.callsTo(OFFER)).toEqual([]);

    await user.click(await button());
    expect(screen.getByLabelText<HTMLSelectElement>('New owner').value).toBe('');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Offer' }).disabled).toBe(true);
    await user.selectOptions(screen.getByLabelText('New owner'), jonathan.id);
    server.on(CAMPAIGN, () => answer({ ...strahd, players, hand_over: to(lucy) }));
    await user.click(screen.getByRole('button', { name: 'Offer' }));
    await section().findByText(/Offered to Lucy Westenra, who has not answered yet/);
    expect(section().getByText(/until 30 November/)).toBeTruthy();
    expect(server.callsTo(OFFER).map(({ body }) => body)).toEqual([{ to: jonathan.id }]);
    expect(screen.queryByRole('dialog')).toBeNull();

    server.on(CAMPAIGN, () => answer({ ...strahd, players }));
    await user.click(section().getByRole('button', { name: 'Withdraw the offer' }));
    await button();
    expect(server.callsTo(END)).toHaveLength(1);
    expect(shell.announcements).toContain('The offer was withdrawn.');
    expect(document.activeElement?.contains(await button())).toBe(true);
  });

  it('says why it could not be offered, and who is in the campaign now', async () => {
    const { show, user, server } = showCampaign(gm, { players });
    server.on(OFFER, () => refuse(404, 'This person is no longer in the campaign.'));
    show();
    await user.click(await button());
    await user.selectOptions(screen.getByLabelText('New owner'), lucy.id);
    server.on(CAMPAIGN, () => answer({ ...strahd, players: [jonathan.id] }));
    await user.click(screen.getByRole('button', { name: 'Offer' }));
    await screen.findByText('This person is no longer in the campaign.');
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLSelectElement>('New owner').value).toBe(''),
    );
  });

  it('ends when the recipient is removed', async () => {
    const { show, user, server } = showCampaign(gm, { players, hand_over: to(lucy) });
    server.on('POST /api/campaigns/:id/remove-players/', () => answer({ players: [jonathan.id] }));
    show();
    await screen.findByText(/Offered to Lucy/);
    await user.click(screen.getAllByRole('button', { name: /^Remove / })[0]!);
    await button();
  });

  it('turns the page into an owner’s page when the recipient accepts', async () => {
    const { show, user, server, shell } = showCampaign(lucy, { players, hand_over: to(lucy) });
    server.on(ACCEPT, () => refuse(409, 'You already have 200 campaigns. Delete one first.'));
    show();
    await screen.findByText('Mina Murray offers you this campaign.');
    expect(screen.getByText(/You will see every spoiler/)).toBeTruthy();
    expect(screen.queryByText('Hand over')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Become its owner' }));
    await screen.findByText(/Delete one first/);

    server.on(ACCEPT, noContent);
    const after = { ...strahd, owner: lucy.id, players: [jonathan.id, gm.id], role: 'owner' };
    server.on(CAMPAIGN, () => answer(after));
    server.on('GET /api/campaigns/:id/invites/', () => answer([]));
    await user.click(screen.getByRole('button', { name: 'Become its owner' }));
    expect(await screen.findByRole('button', { name: 'Delete campaign' })).toBeTruthy();
    expect(screen.queryByText(/offers you/)).toBeNull();
    expect(document.querySelector('[data-widget]')?.textContent).toContain('"role":"owner"');
    expect(shell.toasts.map(({ message }) => message)).toEqual(['You own Curse of Strahd now.']);
    expect(document.activeElement).not.toBe(document.body);
  });

  it('can be declined by the recipient', async () => {
    const { show, user, server, shell } = showCampaign(lucy, { players, hand_over: to(lucy) });
    server.on(END, noContent);
    show();
    await screen.findByText('Mina Murray offers you this campaign.');
    server.on(CAMPAIGN, () => answer({ ...strahd, players }));
    await user.click(screen.getByRole('button', { name: 'Decline' }));
    await waitFor(() => expect(screen.queryByText(/offers you/)).toBeNull());
    expect(shell.toasts.map(({ message }) => message)).toEqual(['You declined the offer.']);
  });

  it('tells who answers too late how it is now', async () => {
    const { show, user, server, shell } = showCampaign(lucy, { players, hand_over: to(lucy) });
    server.on(ACCEPT, () => refuse(404, 'This campaign is not offered to you any more.'));
    show();
    await screen.findByText('Mina Murray offers you this campaign.');
    server.on(CAMPAIGN, () => answer({ ...strahd, players }));
    await user.click(screen.getByRole('button', { name: 'Become its owner' }));
    await waitFor(() => expect(screen.queryByText(/offers you/)).toBeNull());
    expect(shell.toasts).toEqual([
      { message: 'This campaign is not offered to you any more.', tone: 'error' },
    ]);
  });

  it('is hidden from other members, and from owners without players', async () => {
    const other = showCampaign(jonathan, { players, hand_over: to(lucy), role: 'co_gm' });
    const page = other.show();
    await screen.findByLabelText('Add player by user id');
    expect(screen.queryByText(/offers you/)).toBeNull();
    expect(screen.queryByText('Hand over')).toBeNull();
    page.unmount();

    showCampaign(gm, { players: [] }).show();
    await screen.findByText('No players yet.');
    expect(screen.queryByText('Hand over')).toBeNull();
  });

  it('is shown to the recipient in the list of campaigns', async () => {
    const listed = { id: strahd.id, title: strahd.title, game_system: 'D&D 5e', players };
    const offered = { ...listed, role: 'player', run_by: 'Mina Murray', hand_over: to(lucy) };
    const others = { ...offered, id: jonathan.id, title: 'Other', hand_over: to(jonathan) };
    const page = showPage('/home', { session: { status: 'signed-in', user: lucy } });
    page.server.on('GET /api/campaigns/', () => answer([offered, others]));
    page.show();
    await screen.findByText('Mina Murray offers you “Curse of Strahd”.');
    expect(screen.getAllByText(/offers you/)).toHaveLength(1);
    const link = screen.getByRole('link', { name: 'See the offer' });
    expect(link.getAttribute('href')).toBe(`/campaigns/${strahd.id}`);
    await act(async () => undefined);
  });
});
