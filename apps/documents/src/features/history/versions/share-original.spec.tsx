import { screen, waitFor } from '@testing-library/react';
import { answer } from '@tomekeeper/remote-kit/testing';
import { showViewer } from '../../../testing/show-viewer';
import { deathHouse } from '../../../testing/show-panel';

const PUT = 'PUT /api/documents/:id/original/';
const ORIGINAL = 'GET /api/documents/:id/original/';
const note = {
  ...deathHouse,
  ...{ original_filename: 'Death House', kind: 'note', is_spoilers: false, s3_key: '' },
};
const answers = {
  'GET /api/documents/:id/passages/': () => answer({ passages: [], total: 0 }),
  'GET /api/documents/:id/outline/': () => answer([]),
  'GET /api/documents/:id/backlinks/': () => answer({ backlinks: [] }),
};
const choose = async (user: Awaited<ReturnType<typeof showViewer>>['user'], item: string) => {
  await user.click(await screen.findByRole('button', { name: 'More for Death House' }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
};

it('lets a GM share the original of a note, with Undo', async () => {
  const list = [{ ...note, tags: [], pinned: false, original: 'gm' as const }];
  const { user, server, shell } = await showViewer({ list, answers });
  server.on(PUT, ({ body }) =>
    answer({ ...list[0], original: (body as { audience: string }).audience }),
  );
  await choose(user, 'Let readers download the original file');
  await waitFor(() =>
    expect(shell.toasts[0]?.message).toBe(
      'Your players can download the original file of Death House.',
    ),
  );
  shell.toasts[0]?.action?.run();
  await waitFor(() =>
    expect(shell.toasts[1]?.message).toBe(
      'Your players can no longer download the original file of Death House.',
    ),
  );
  expect(server.callsTo(PUT).map(({ body }) => body)).toEqual([
    { audience: 'readers' },
    { audience: 'gm' },
  ]);
});

it('lets a GM withdraw the original, and share none of a document with spoilers', async () => {
  const { user, page } = await showViewer({
    list: [{ ...note, tags: [], pinned: false, original: 'readers' }],
    answers,
  });
  await user.click(await screen.findByRole('button', { name: 'More for Death House' }));
  screen.getByRole('menuitem', { name: 'Stop sharing the original file' });
  page.unmount();
  const secret = { ...note, tags: [], pinned: false, original: 'gm' as const, is_spoilers: true };
  const other = await showViewer({ list: [secret], answers });
  await other.user.click(await screen.findByRole('button', { name: 'More for Death House' }));
  expect(screen.queryByRole('menuitem', { name: /original file/ })).toBeNull();
});

it('lets a player download a released original', async () => {
  const { user, server } = await showViewer({ list: [{ ...note, original: 'readers' }], answers });
  server.on(ORIGINAL, () => answer({ url: 'http://storage.test/original' }));
  await user.click(await screen.findByRole('button', { name: 'Download original' }));
  await waitFor(() => expect(server.callsTo(ORIGINAL)).toHaveLength(1));
});
