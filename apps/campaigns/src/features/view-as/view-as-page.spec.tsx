import { screen, within } from '@testing-library/react';
import { answer, refuse } from '@tomekeeper/remote-kit/testing';
import { gm, lucy, showCampaign, showPage, strahd, strahdId } from '../../testing/show-page';

const CAMPAIGN = 'GET /api/campaigns/:id/';

function showAs(viewer: string) {
  const page = showPage('/campaigns/:id/as/:viewer', {
    session: { status: 'signed-in', user: gm },
    params: { id: strahdId, viewer },
  });
  page.server.on(CAMPAIGN, () => answer(strahd));
  return page;
}

describe('a campaign as its players see it', () => {
  it.each([
    ['party', 'the party'],
    [lucy.id, 'Lucy Westenra'],
  ])('is asked for as %s, and says so', async (viewer, who) => {
    const { server, show } = showAs(viewer);
    show();
    await screen.findByRole('heading', {
      name: `Edit Campaign · as ${who} sees it Curse of Strahd`,
    });
    await screen.findByText(`You are viewing as ${who}.`);
    expect(server.callsTo(CAMPAIGN).map(({ viewAs }) => viewAs)).toContain(viewer);
    const others = within(screen.getByRole('navigation', { name: 'View as' }));
    expect(others.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'The party',
      'Lucy Westenra',
    ]);
    expect(others.getAllByRole('link').map((link) => link.getAttribute('aria-current'))).toEqual(
      viewer === 'party' ? ['page', null] : [null, 'page'],
    );
    // Player actions, including leaving, are disabled in view-as.
    const acts = screen.getAllByRole<HTMLButtonElement>('button', {
      name: /^(Remove .*|Leave campaign|Add|Save)$/,
    });
    expect(acts.map(({ disabled }) => disabled)).toEqual([true, true, true]);
    for (const name of ['Title', 'Game system', 'Add player by user id'])
      expect(screen.getByLabelText<HTMLInputElement>(name).disabled).toBe(true);
    expect(screen.queryByRole('button', { name: /Delete|Make|Invite|picture/ })).toBeNull();
  });

  it('shows no names of former members', async () => {
    const { server, show } = showAs(lucy.id);
    server.on(CAMPAIGN, ({ viewAs }) =>
      viewAs === undefined ? answer(strahd) : refuse(400, 'There is no such player.'),
    );
    show();
    expect((await screen.findByRole('alert')).textContent).toContain('There is no such player.');
  });
});

describe('the way there', () => {
  it('is for GMs', async () => {
    const page = showCampaign();
    const shown = page.show();
    const link = await screen.findByRole('link', { name: 'View as your players' });
    expect(link.getAttribute('href')).toBe(`/campaigns/${strahdId}/as/party`);
    shown.unmount();
    showCampaign(lucy).show();
    await screen.findByText('Lucy Westenra (you)');
    expect(screen.queryByRole('link', { name: 'View as your players' })).toBeNull();
  });
});
