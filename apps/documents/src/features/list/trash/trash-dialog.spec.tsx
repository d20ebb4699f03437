import { screen, waitFor, within } from '@testing-library/react';
import { answer, noContent, refuse } from '@tomekeeper/remote-kit/testing';
import { pretendPhone } from '../../../testing/fake-media';
import { deathHouse, map, rows, showDocuments } from '../../../testing/show-panel';

const TRASH = 'GET /api/documents/trash/';
const inTrash = (document: typeof map) => ({
  ...document,
  deleted_at: new Date().toISOString(),
  goes_at: new Date(Date.now() + 30 * 86_400_000 - 1000).toISOString(),
});

async function openTrash(list: object[] = [inTrash(deathHouse)]) {
  const panel = await showDocuments({ list: [map] });
  panel.server.on(TRASH, () => answer(list));
  await panel.user.click(screen.getByRole('button', { name: 'Trash' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Trash' }));
  return { ...panel, dialog };
}

describe('the trash', () => {
  it('is for who runs the campaign', async () => {
    await showDocuments({ isOwner: false });
    expect(screen.queryByRole('button', { name: 'Trash' })).toBeNull();
  });

  it('lists deleted documents with their audience and deletion date', async () => {
    const { dialog, server } = await openTrash();
    await dialog.findByText('Death House.pdf');
    dialog.getByText('Spoilers');
    dialog.getByText('Deleted permanently in 30 days');
    expect(server.callsTo(TRASH)[0]?.query.get('campaign')).toBe(map.campaign);
  });

  it('says that it is empty, and why it could not be loaded', async () => {
    const { dialog } = await openTrash([]);
    await dialog.findByText('The trash is empty.');
  });

  it('can be loaded again when that failed', async () => {
    const { server, user } = await showDocuments();
    server.on(TRASH, () => refuse(503, 'Try again in a moment.'));
    await user.click(screen.getByRole('button', { name: 'Trash' }));
    await screen.findByText('Try again in a moment.', {}, { timeout: 3000 });
    server.on(TRASH, () => answer([]));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('The trash is empty.');
  });

  it('gives a document back to the list', async () => {
    const { dialog, server, user } = await openTrash();
    server.on('POST /api/documents/:id/restore/', () => answer(deathHouse));
    await user.click(await dialog.findByRole('button', { name: 'Restore Death House.pdf' }));
    await dialog.findByText('The trash is empty.');
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    expect(rows()).toHaveLength(2);
  });

  it('has one menu per document on a phone, which closes before the dialog', async () => {
    const restore = pretendPhone();
    try {
      const { dialog, user } = await openTrash();
      const more = await dialog.findByRole('button', { name: 'More for Death House.pdf' });
      await user.click(more);
      await user.keyboard('{ArrowDown}{Escape}');
      expect(document.activeElement).toBe(more);
      expect(dialog.queryByRole('menu')).toBeNull();
      await user.click(more);
      await user.click(dialog.getByRole('menuitem', { name: 'Delete permanently' }));
      dialog.getByRole('button', { name: 'Delete permanently: Death House.pdf' });
    } finally {
      restore();
    }
  });

  it('deletes permanently only after confirmation', async () => {
    const { dialog, server, user } = await openTrash();
    const DELETE = 'DELETE /api/documents/trash/:id/';
    server.on(DELETE, noContent);
    const press = async () =>
      user.click(
        await dialog.findByRole('button', { name: 'Delete permanently: Death House.pdf' }),
      );
    await press();
    await user.click(dialog.getByRole('button', { name: 'Keep' }));
    await press();
    expect(server.callsTo(DELETE)).toEqual([]);
    await press();
    await dialog.findByText('The trash is empty.');
    expect(server.callsTo(DELETE).map(({ params }) => params['id'])).toEqual([deathHouse.id]);
  });

  it('says why a document can not be restored any longer', async () => {
    const { dialog, server, user } = await openTrash([inTrash(deathHouse), inTrash(map)]);
    server.on('POST /api/documents/:id/restore/', () => refuse(409, 'Not now.'));
    await user.click(await dialog.findByRole('button', { name: 'Restore Death House.pdf' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('Not now.');
    await waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(2));
  });
});
