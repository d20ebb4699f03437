import { act, screen, waitFor, within } from '@testing-library/react';
import { answer, noContent, refuse, refuseSilently } from '@tomekeeper/remote-kit/testing';
import { deathHouse, map, rowOf, rows, showDocuments } from '../../../testing/show-panel';
import { answerDocuments } from '../../../testing/answer-documents';

const DELETE = 'DELETE /api/documents/:id/';

async function askToDelete(name: string, options: Parameters<typeof showDocuments>[0] = {}) {
  const panel = await showDocuments(options);
  await panel.user.click(within(rowOf(name)).getByRole('button', { name: `Delete ${name}` }));
  return { ...panel, dialog: within(screen.getByRole('dialog', { name: 'Delete document' })) };
}

describe('deleting a document', () => {
  it('asks with its name, and does nothing on Cancel', async () => {
    const { dialog, user, server } = await askToDelete('Death House.pdf');
    expect(dialog.getByText('Are you sure you want to delete "Death House.pdf"?')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.callsTo(DELETE)).toEqual([]);
  });

  it('takes the row away once the server has, and keeps the focus near: "confirm modal → delete call → the row is removed from the list"', async () => {
    const { dialog, user, server, shell } = await askToDelete('Death House.pdf');
    server.on(DELETE, noContent);
    await user.click(dialog.getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.callsTo(DELETE).map(({ params }) => params['id'])).toEqual([deathHouse.id]);
    expect(shell.toasts[0]?.message).toBe('Death House was deleted.');
    await waitFor(() =>
      expect(document.activeElement?.textContent).toContain(map.original_filename),
    );
  });

  it('is undone from the message: the row stands again where it stood', async () => {
    const { dialog, user, server, shell } = await askToDelete('Map of Barovia.png');
    server.on(DELETE, noContent);
    server.on('POST /api/documents/:id/restore/', () => answer(map));
    await user.click(dialog.getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(rows()).toHaveLength(1));
    act(() => shell.toasts[0]?.action?.run());
    await waitFor(() => expect(rows()).toHaveLength(2));
    await waitFor(() => expect(shell.toasts[1]?.message).toBe('Map of Barovia is restored.'));
  });

  it('says when it could not be undone', async () => {
    const { dialog, user, server, shell } = await askToDelete('Map of Barovia.png');
    server.on(DELETE, noContent);
    server.on('POST /api/documents/:id/restore/', () => refuseSilently(500));
    await user.click(dialog.getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(rows()).toHaveLength(1));
    act(() => shell.toasts[0]?.action?.run());
    await waitFor(() =>
      expect(shell.toasts[1]).toEqual({ message: 'Could not restore document', tone: 'error' }),
    );
  });

  it('keeps the focus near when the last one goes', async () => {
    const { dialog, user, server } = await askToDelete('Map of Barovia.png', { list: [map] });
    server.on(DELETE, noContent);
    await user.click(dialog.getByRole('button', { name: 'OK' }));
    await screen.findByText('No documents yet.');
    await waitFor(() => expect(document.activeElement?.textContent).toContain('No documents yet.'));
  });

  it.each([
    ["the server's sentence", () => refuse(403, 'Only the owner may.'), 'Only the owner may.'],
    ['a separate sentence', () => refuseSilently(500), 'Failed to delete document'],
  ])('says with %s that it failed, and keeps the row', async (_, refusal, text) => {
    const { dialog, user, server } = await askToDelete('Death House.pdf');
    server.on(DELETE, refusal);
    await user.click(dialog.getByRole('button', { name: 'OK' }));
    expect((await dialog.findByRole('alert')).textContent).toBe(text);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(rows()).toHaveLength(2);
  });

  it('shows an error if the document was already deleted, also for the last one', async () => {
    const { dialog, user, server } = await askToDelete('Map of Barovia.png', { list: [map] });
    server.on(DELETE, () =>
      refuse(404, 'This document was deleted or hidden. Choose another one from the list.'),
    );
    server.on('GET /api/documents/', answerDocuments([]));
    await user.click(dialog.getByRole('button', { name: 'OK' }));
    await screen.findByText('No documents yet.');
    expect(dialog.getByRole('alert').textContent).toBe(
      'This document was deleted or hidden. Choose another one from the list.',
    );
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(document.activeElement?.textContent).toContain('No documents yet.'));
  });
});
