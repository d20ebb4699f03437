import { screen, waitFor, within } from '@testing-library/react';
import { noContent, refuse } from '@tomekeeper/remote-kit/testing';
import { gm, lucy, showCampaign } from '../../testing/show-page';

const DELETE = 'DELETE /api/campaigns/:id/';

async function openDialog(page: ReturnType<typeof showCampaign>) {
  page.show();
  await page.user.click(await screen.findByRole('button', { name: 'Delete campaign' }));
  const dialog = screen.getByRole('dialog', { name: 'Delete campaign' });
  return {
    title: within(dialog).getByLabelText('Title of the campaign'),
    confirm: within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Delete campaign' }),
  };
}

describe('deleting a campaign', () => {
  it('asks for the title before it lets go', async () => {
    const page = showCampaign();
    const { title, confirm } = await openDialog(page);
    expect(confirm.disabled).toBe(true);
    await page.user.type(title, 'curse of strahd');
    expect(confirm.disabled).toBe(true);
    await page.user.keyboard('{Enter}');
    expect(page.server.callsTo(DELETE)).toEqual([]);
  });

  it('deletes once, even with unsaved changes, and opens the list', async () => {
    const page = showCampaign();
    page.server.on(DELETE, noContent);
    const { title, confirm } = await openDialog(page);
    await page.user.type(title, 'Curse of Strahd');
    expect(confirm.disabled).toBe(false);
    await page.user.keyboard('{Enter}{Enter}');
    await waitFor(() =>
      expect(page.shell.routing.navigations).toEqual([{ to: '/home', replace: true }]),
    );
    expect(page.server.callsTo(DELETE)).toHaveLength(1);
    expect(page.shell.toasts).toEqual([
      { message: 'Curse of Strahd was deleted.', tone: 'success' },
    ]);
    expect(page.shell.routing.asksBeforeLeaving()).toBe(false);
  });

  it('says why it could not, and can be tried again', async () => {
    const page = showCampaign();
    page.server.on(DELETE, () => refuse(503, 'Campaigns rest for a moment.'));
    const { title, confirm } = await openDialog(page);
    await page.user.type(title, 'Curse of Strahd{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('Campaigns rest for a moment.');
    expect(confirm.disabled).toBe(false);
  });
});

describe('a sample campaign', () => {
  it('is discarded with a confirmation, without typing', async () => {
    const page = showCampaign(gm, { sample: true, players: [] });
    page.server.on(DELETE, noContent);
    page.show();
    await page.user.click(await screen.findByRole('button', { name: 'Discard the sample' }));
    const dialog = screen.getByRole('dialog', { name: 'Discard the sample' });
    expect(page.server.callsTo(DELETE)).toEqual([]);
    await page.user.click(within(dialog).getByRole('button', { name: 'Discard the sample' }));
    await waitFor(() =>
      expect(page.shell.routing.navigations).toEqual([{ to: '/home', replace: true }]),
    );
    expect(page.server.callsTo(DELETE)).toHaveLength(1);
  });

  it('offers that to its owner only', async () => {
    const page = showCampaign(lucy, { sample: true });
    page.show();
    expect(await screen.findByText('Curse of Strahd')).toBeTruthy();
    expect(screen.queryByText('This is a sample campaign.')).toBeNull();
  });

  it('with players is deleted like any other campaign', async () => {
    const page = showCampaign(gm, { sample: true });
    page.show();
    await screen.findByRole('button', { name: 'Delete campaign' });
    expect(screen.queryByRole('button', { name: 'Discard the sample' })).toBeNull();
  });

  it('has no notice in other campaigns', async () => {
    const page = showCampaign();
    page.show();
    await screen.findByRole('button', { name: 'Delete campaign' });
    expect(screen.queryByText('This is a sample campaign.')).toBeNull();
  });
});
