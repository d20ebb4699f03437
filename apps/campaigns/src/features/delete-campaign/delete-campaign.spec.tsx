import { screen, waitFor, within } from '@testing-library/react';
import { noContent, refuse } from '@tomekeeper/remote-kit/testing';
import { showCampaign } from '../../testing/show-page';

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
