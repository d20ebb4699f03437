import { act, screen, waitFor, within } from '@testing-library/react';
import type { Remote } from '@tomekeeper/remote-kit';
import { answer, noContent, refuse } from '@tomekeeper/remote-kit/testing';
import { readableFiles } from '../../../testing/fake-drop';
import { fakeStorage, type FakePut } from '@tomekeeper/remote-kit/testing';
import { campaignId, deathHouse, map, rowOf, showDocuments } from '../../../testing/show-panel';

const PRESIGN = 'POST /api/documents/presign/';
const REPLACE = 'POST /api/documents/:id/versions/';
const VERSIONS = 'GET /api/documents/:id/versions/';
const RESTORE = 'POST /api/documents/:id/versions/:version/restore/';

const puts = fakeStorage();
readableFiles();
const remotes: Remote[] = [];
beforeEach(() => localStorage.clear());
afterEach(() => act(() => remotes.splice(0).forEach((remote) => remote.dispose?.())));

const secret = { ...deathHouse, tags: [], pinned: false };
const text = new File(['corrected'], 'Notes.txt', { type: 'text/plain' });
const renewed = { ...secret, original_filename: 'Death House.txt', s3_key: 'new' };
const version = {
  id: 'a version',
  original_filename: 'Death House.pdf',
  content_type: 'application/pdf',
  size: 2048,
  replaced_at: '2026-11-20T20:15:00.000Z',
  goes_at: new Date(Date.now() + 30 * 86_400_000 - 1000).toISOString(),
};

async function showCampaign() {
  const panel = await showDocuments({ list: [secret, map] });
  remotes.push(panel.remote);
  panel.server
    .on(PRESIGN, () => answer({ upload_url: 'http://storage.test/new', key: 'new', headers: {} }))
    .on(REPLACE, () => answer({ ...renewed, replaced: version.id }))
    .on(VERSIONS, () => answer([version]))
    .on(RESTORE, () => answer({ ...secret, s3_key: 'back', replaced: 'another' }));
  const ask = async (what: string) => {
    await panel.user.click(screen.getByRole('button', { name: 'More for Death House.pdf' }));
    await panel.user.click(screen.getByRole('menuitem', { name: what }));
    return within(await screen.findByRole('dialog'));
  };
  return { ...panel, ask };
}
const firstPut = (): Promise<FakePut> =>
  waitFor(() => puts[0] ?? Promise.reject(new Error('Nothing is sent.')));
const tray = () => within(screen.getByRole('region', { name: 'Uploads' }));

it('changes the title for players in its menu, without changing visibility', async () => {
  const known = { ...secret, public_title: 'The old house' };
  const panel = await showDocuments({ list: [known, map] });
  remotes.push(panel.remote);
  const PUT = 'PUT /api/documents/:id/audience/';
  panel.server.on(PUT, () => answer({ act: 'an act', changed: 0, passages: [] }));
  await panel.user.click(screen.getByRole('button', { name: 'More for Map of Barovia.png' }));
  expect(screen.queryByRole('menuitem', { name: 'Title for players…' })).toBeNull();
  await panel.user.keyboard('{Escape}');
  await panel.user.click(screen.getByRole('button', { name: 'More for Death House.pdf' }));
  await panel.user.click(screen.getByRole('menuitem', { name: 'Title for players…' }));
  const dialog = within(await screen.findByRole('dialog'));
  const field = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Title for players' });
  expect(field.value).toBe('The old house');
  await panel.user.clear(field);
  await panel.user.type(field, 'A ruin');
  await panel.user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(panel.shell.toasts[0]?.message).toBe('Players call it “A ruin” now.'));
  expect(panel.server.callsTo(PUT).map(({ body }) => body)).toEqual([
    { passages: [], audience: 'party', public_title: 'A ruin' },
  ]);
  const UNDO = 'DELETE /api/documents/:id/acts/:act/';
  panel.server.on(UNDO, noContent);
  await act(async () => panel.shell.toasts[0]?.action?.run());
  await waitFor(() =>
    expect(panel.shell.toasts[1]?.message).toBe('Undone: players call it “The old house” again.'),
  );
  expect(panel.server.callsTo(UNDO).map(({ path }) => path)).toEqual([
    `/api/documents/${secret.id}/acts/an%20act/`,
  ]);
});

describe('another file for a document', () => {
  const choose = async ({ ask, user }: Awaited<ReturnType<typeof showCampaign>>, file = text) => {
    const dialog = await ask('Replace file…');
    await user.upload(dialog.getByLabelText('New file'), file);
    await user.click(dialog.getByRole('button', { name: 'Replace' }));
    return dialog;
  };

  it('is shown in the upload list and the row, and is undone from the message', async () => {
    const panel = await showCampaign();
    await choose(panel);
    expect(screen.queryByRole('dialog')).toBeNull();
    const put = await firstPut();
    await put.progress(3, 9);
    expect(tray().getByText('The new file of Death House.pdf')).toBeTruthy();
    expect(tray().getByText('33%')).toBeTruthy();
    await put.answer(200);
    await screen.findByRole('link', { name: 'Death House.txt' });
    expect(panel.server.callsTo(PRESIGN)[0]?.body).toMatchObject({
      campaign: campaignId,
      file_name: 'Notes.txt',
      is_spoilers: true,
      replaces: secret.id,
    });
    expect(panel.server.callsTo(REPLACE)[0]?.body).toEqual({
      s3_key: 'new',
      change: expect.any(String),
    });

    const [toast] = panel.shell.toasts;
    expect(toast?.message).toBe('Death House.txt has its new file. Your players do not see it.');
    await act(async () => toast?.action?.run());
    await screen.findByRole('link', { name: 'Death House.pdf' });
    expect(panel.server.callsTo(RESTORE)[0]?.params).toMatchObject({ version: version.id });
    expect(panel.shell.toasts.at(-1)?.message).toBe('Death House.pdf has its earlier file again.');
  });

  it('asks for confirmation if the file is identical to the current one', async () => {
    const panel = await showCampaign();
    panel.server.on(PRESIGN, () =>
      answer({
        upload_url: 'http://storage.test/new',
        key: 'new',
        headers: {},
        same_content: [{ id: secret.id, original_filename: 'Death House.pdf' }],
      }),
    );
    await choose(panel);
    await screen.findByText('Death House.pdf has exactly this file already.');
    expect(puts).toEqual([]);
    await panel.user.click(tray().getByRole('button', { name: 'Upload anyway: Notes.txt' }));
    await firstPut();
  });

  it('shows why a file was rejected, without stopping other uploads', async () => {
    const panel = await showCampaign();
    panel.server.on(REPLACE, () => refuse(404, 'This document is no longer here.'));
    await choose(panel);
    await (await firstPut()).answer(200);
    await screen.findByText(/This document is no longer here/);
    expect(tray().getByText('Not uploaded')).toBeTruthy();
  });

  it('is wanted before anything is sent, and no larger than the bound', async () => {
    const panel = await showCampaign();
    const large = new File(['x'], 'Large.pdf');
    Object.defineProperty(large, 'size', { value: 900 * 1024 * 1024 });
    const dialog = await choose(panel, large);
    expect(dialog.getByText(/At most .* can be uploaded/)).toBeTruthy();
    expect(panel.server.callsTo(PRESIGN)).toEqual([]);
  });
});

describe('earlier versions', () => {
  it('list size and deletion date, and can be restored', async () => {
    const { ask, user, server, shell } = await showCampaign();
    const dialog = await ask('Earlier versions…');
    const row = within(await dialog.findByRole('listitem'));
    expect(row.getByText('2 KB')).toBeTruthy();
    expect(row.getByText('Deleted permanently in 30 days')).toBeTruthy();
    await user.click(row.getByRole('button', { name: /^Restore Death House.pdf/ }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.callsTo(RESTORE)).toHaveLength(1);
    expect(shell.toasts[0]?.message).toBe('Death House.pdf has its earlier file again.');
    expect(rowOf('Death House.pdf')).toBeTruthy();
  });

  it('are deleted permanently after confirmation, with an empty state', async () => {
    const { ask, user, server } = await showCampaign();
    server.on('DELETE /api/documents/:id/versions/:version/', () => noContent());
    const dialog = await ask('Earlier versions…');
    const press = async () =>
      user.click(await dialog.findByRole('button', { name: /^Delete permanently/ }));
    await press();
    expect(server.callsTo('DELETE /api/documents/:id/versions/:version/')).toEqual([]);
    await press();
    await dialog.findByText('No earlier versions.');
  });

  it('of a deleted document are refetched', async () => {
    const { ask, user, server } = await showCampaign();
    server.on(RESTORE, () => refuse(404, 'This version is no longer here.'));
    const dialog = await ask('Earlier versions…');
    const restore = await dialog.findByRole('button', { name: /^Restore/ });
    server.on(VERSIONS, () => answer([]));
    await user.click(restore);
    await dialog.findByText('No earlier versions.');
  });
});

describe('a text file', () => {
  const EDITABLE = 'POST /api/documents/:id/editable/';
  const file = { ...secret, original_filename: 'Old Mill.md', text_state: 'ready' };
  const note = {
    ...file,
    kind: 'note',
    s3_key: '',
    title: 'Old Mill',
    original_filename: 'Old Mill',
  };
  const { goes_at: _, ...kept } = version;
  const original = { ...kept, original_filename: 'Old Mill.md', is_original: true };

  async function openMenu(list = [file, map]) {
    const panel = await showDocuments({ list });
    remotes.push(panel.remote);
    panel.server
      .on(EDITABLE, () => answer(note))
      .on(VERSIONS, () => answer([version, original]))
      .on(RESTORE, () => answer(file));
    await panel.user.click(screen.getByRole('button', { name: /^More for Old Mill/ }));
    return panel;
  }

  it('becomes a note, and a file again by Undo', async () => {
    const { user, shell, server } = await openMenu();
    await user.click(screen.getByRole('menuitem', { name: 'Make editable' }));
    await waitFor(() =>
      expect(shell.toasts[0]?.message).toBe(
        'Old Mill is a note now. Its file stays available as the original.',
      ),
    );
    expect(rowOf('Old Mill')).toBeTruthy();
    await act(async () => shell.toasts[0]?.action?.run());
    await waitFor(() => expect(shell.toasts[1]?.message).toBe('Old Mill.md is a file again.'));
    expect(server.callsTo(RESTORE)[0]?.params['version']).toBe(original.id);
    expect(rowOf('Old Mill.md')).toBeTruthy();
  });

  it.each([
    ['paginated', { text_pages: 3 }],
    ['not extracted yet', { text_state: 'reading' }],
  ])('that is %s cannot be made editable', async (_, more) => {
    await openMenu([{ ...file, ...more }, map]);
    expect(screen.queryByRole('menuitem', { name: 'Make editable' })).toBeNull();
  });

  it('reports why it stays a file', async () => {
    const { user, shell, server } = await openMenu();
    server.on(EDITABLE, () => refuse(409, 'A note has at most 2 MB of text.'));
    await user.click(screen.getByRole('menuitem', { name: 'Make editable' }));
    await waitFor(() =>
      expect(shell.toasts[0]).toMatchObject({
        message: 'A note has at most 2 MB of text.',
        tone: 'error',
      }),
    );
  });
});
