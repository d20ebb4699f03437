import { createHash } from 'node:crypto';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Remote } from '@tomekeeper/remote-kit';
import {
  answer,
  cutOff,
  fakePerson,
  held,
  noContent,
  refuse,
} from '@tomekeeper/remote-kit/testing';
import { drop, readableFiles, transferOf } from '../../../testing/fake-drop';
import { fakeStorage, type FakePut } from '@tomekeeper/remote-kit/testing';
import {
  campaignId,
  map,
  rowOf,
  rows,
  showDocuments,
  SPOILER_CHECK,
} from '../../../testing/show-panel';

const PRESIGN = 'POST /api/documents/presign/';
const FINALIZE = 'POST /api/documents/finalize/';

const puts = fakeStorage();
readableFiles();
const remotes: Remote[] = [];
beforeEach(() => localStorage.clear());
afterEach(() => act(() => remotes.splice(0).forEach((remote) => remote.dispose?.())));

const fileOf = (name: string, content = 'hello') => new File([content], name);
const files = (count: number) =>
  Array.from({ length: count }, (_, index) => fileOf(`Handout ${index + 1}.txt`));

async function showCampaign(options: Parameters<typeof showDocuments>[0] = {}) {
  const panel = await showDocuments(options);
  remotes.push(panel.remote);
  panel.server
    .on(PRESIGN, ({ body }) => {
      const { file_name } = body as { file_name: string };
      return answer({
        upload_url: `http://storage.test/${file_name}`,
        key: file_name,
        headers: {},
      });
    })
    .on(FINALIZE, ({ body }) => {
      const { s3_key, is_spoilers, original_filename } = body as typeof map;
      return answer({ ...map, id: `id of ${s3_key}`, s3_key, is_spoilers, original_filename }, 201);
    });
  return panel;
}

const tray = () => within(screen.getByRole('region', { name: 'Uploads' }));
const inTray = (name: string) => within(tray().getByText(name).closest('li') ?? document.body);
/** The PUT of a file, once started. */
const putOf = (name: string, nth = 0): Promise<FakePut> =>
  waitFor(() => {
    const put = puts.filter(({ url }) => url.endsWith(`/${name}`))[nth];
    if (!put) throw new Error(`${name} is not sent.`);
    return put;
  });
const arrive = async (...names: string[]) => {
  for (const name of names) await (await putOf(name)).answer(200);
};

describe('files dropped on a campaign’s page', () => {
  it('have their names checked where players are to see them, one drop after the other', async () => {
    const { server, user } = await showCampaign();
    const strahd = { name: 'Strahd', document: map.id, title: 'Map of Barovia.png' };
    const first = held();
    server.on(SPOILER_CHECK, ({ body }) =>
      String(Object(body).texts).includes('Strahd') ? first.promise : answer({ names: [] }),
    );
    screen.getByText('Your players do not see the new files until you reveal them.');
    await user.click(screen.getByRole('radio', { name: /^Public/ }));
    screen.getByText('Your players see the new files at once.');
    await drop(document.body, fileOf('Strahd.txt'), fileOf('Bats.txt'));
    await drop(document.body, fileOf('Rules.txt'));
    first.release(answer({ names: [strahd] }));
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Does this name spoil something?' }),
    );
    expect(puts).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: 'Do not upload' }));
    await arrive('Rules.txt');
    await tray().findByText('1 file uploaded');
    expect(server.callsTo(SPOILER_CHECK).map(({ body }) => Object(body).texts)).toEqual([
      ['Strahd.txt\nBats.txt'],
      ['Rules.txt'],
    ]);
    expect(server.callsTo(PRESIGN)).toHaveLength(1);
  });

  it('are uploaded as Spoilers, three at a time, and appear in the list', async () => {
    const { server, shell } = await showCampaign();
    expect(await drop(document.body, ...files(5))).toBe(true);
    await waitFor(() => expect(puts).toHaveLength(3));
    expect(tray().getByRole('heading').textContent).toBe('Uploading: 0 of 5 files done');
    expect(tray().getByText('Spoilers')).toBeTruthy();
    await arrive('Handout 2.txt');
    await putOf('Handout 4.txt');
    await waitFor(() => expect(rows()[0]).toContain('Handout 2.txt'));
    await arrive('Handout 1.txt', 'Handout 3.txt', 'Handout 4.txt', 'Handout 5.txt');
    await tray().findByText('5 files uploaded');
    expect(server.callsTo(PRESIGN).map(({ body }) => body)).toContainEqual({
      campaign: campaignId,
      file_name: 'Handout 1.txt',
      content_type: 'application/octet-stream',
      is_spoilers: true,
      size: 5,
    });
    expect(server.callsTo(FINALIZE)).toHaveLength(5);
    expect(shell.toasts.map(({ message }) => message)).toEqual([
      '5 files were uploaded as Spoilers.',
    ]);
    expect(within(rowOf('Handout 5.txt')).getByText('Spoilers')).toBeTruthy();
  });

  it('become a line when all of them have arrived, and go with Dismiss', async () => {
    const { user, shell } = await showCampaign();
    await drop(document.body, ...files(2));
    expect(shell.docked).toEqual(['documents.upload-tray']);
    await arrive('Handout 1.txt', 'Handout 2.txt');
    await tray().findByText('2 files uploaded');
    expect(tray().queryByText('Handout 1.txt')).toBeNull();
    await user.click(tray().getByRole('button', { name: 'Show' }));
    tray().getByText('Handout 1.txt');
    await user.click(tray().getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull();
    expect(shell.docked).toEqual([]);
  });

  it('draw the bar where the figure says', async () => {
    await showCampaign();
    await drop(document.body, fileOf('Map.png', 'x'.repeat(1000)));
    const put = await putOf('Map.png');
    expect(inTray('Map.png').getByText('Starting…')).toBeTruthy();
    await put.progress(999, 1000);
    expect(inTray('Map.png').getByText('99%')).toBeTruthy();
    for (const bar of tray().getAllByRole('progressbar')) {
      expect(bar.getAttribute('aria-valuenow')).toBe('99');
      expect((bar.firstElementChild as HTMLElement).style.transform).toBe('scaleX(0.99)');
    }
  });

  it('include files in folders, without hidden system files', async () => {
    const { server } = await showCampaign();
    await drop(document.body, fileOf('Top.txt'), {
      folder: 'Act 1',
      holds: [
        fileOf('.DS_Store'),
        fileOf('One.txt'),
        { folder: 'Maps', holds: [fileOf('Keep.png'), fileOf('Mill.png'), fileOf('Thumbs.db')] },
      ],
    });
    await waitFor(() => expect(puts).toHaveLength(3));
    await arrive('Top.txt', 'One.txt', 'Keep.png', 'Mill.png');
    await waitFor(() => expect(server.callsTo(FINALIZE)).toHaveLength(4));
    tray().getByText('Folders become tags of their files.');
    const finalized = server.callsTo(FINALIZE).map(({ body }) => Object(body));
    expect(finalized.map(({ s3_key, tags }) => [s3_key, tags])).toEqual([
      ['Top.txt', undefined],
      ['One.txt', ['Act 1']],
      ['Keep.png', ['Act 1/Maps']],
      ['Mill.png', ['Act 1/Maps']],
    ]);
    tray().getByText('2 hidden files were left out.');
  });

  it('are shown their audience while they hang over the page', async () => {
    await showCampaign();
    fireEvent.dragOver(document.body, { dataTransfer: transferOf(...files(1)) });
    expect(screen.getByText('Drop to upload')).toBeTruthy();
    fireEvent.dragLeave(document.body, { relatedTarget: null });
    expect(screen.queryByText('Drop to upload')).toBeNull();
  });

  it('fall nowhere behind a question, and on the page of a player', async () => {
    const { user, server } = await showCampaign();
    await user.click(screen.getByRole('button', { name: 'Upload Document' }));
    expect(await drop(document.body, ...files(1))).toBe(true);
    expect(server.callsTo(PRESIGN)).toEqual([]);
  });

  it('fall nowhere on the page of a player', async () => {
    const { server } = await showCampaign({ isOwner: false });
    expect(screen.queryByText(/Choose files/)).toBeNull();
    const dataTransfer = transferOf(...files(1));
    expect(fireEvent.dragOver(document.body, { dataTransfer })).toBe(false);
    expect(screen.queryByText('Drop to upload')).toBeNull();
    expect(await drop(document.body, ...files(1))).toBe(true);
    expect(server.callsTo(PRESIGN)).toEqual([]);
  });

  it('leave text and links to the browser', async () => {
    await showCampaign();
    const text = { types: ['text/plain'], items: [] };
    expect(fireEvent.drop(document.body, { dataTransfer: text })).toBe(true);
  });
});

describe('the audience of a drop', () => {
  it('starts as Spoilers at each visit, also after a choice of Public', async () => {
    const first = await showCampaign();
    await first.user.click(screen.getByRole('radio', { name: /Public/ }));
    await drop(document.body, ...files(1));
    await putOf('Handout 1.txt');
    expect(first.server.callsTo(PRESIGN)[0]?.body).toMatchObject({ is_spoilers: false });
    first.page.unmount();
    await showCampaign();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /Spoilers/ }).checked).toBe(true);
  });
});

describe('choosing files', () => {
  it('takes many at once, the same ones again too', async () => {
    const { user } = await showCampaign();
    await user.upload(screen.getByLabelText('Choose files…', { selector: 'input' }), files(2));
    await waitFor(() => expect(puts).toHaveLength(2));
    await user.upload(screen.getByLabelText('Choose files…', { selector: 'input' }), files(1));
    await waitFor(() => expect(puts).toHaveLength(3));
  });
});

describe('limits that are known', () => {
  it('are announced before any request', async () => {
    const { user, server } = await showCampaign({ config: { limits: { max_upload_mb: 1 } } });
    await drop(
      document.body,
      fileOf('Atlas.pdf', 'x'.repeat(1024 * 1024 + 1)),
      fileOf(`${'n'.repeat(256)}.txt`),
      fileOf('Empty.txt', ''),
    );
    await tray().findByText(/It is larger than 1 MB/);
    tray().getByText(/Its name has more than 255 characters/);
    tray().getByText('This file is empty.');
    expect(server.callsTo(PRESIGN)).toEqual([]);
    await user.click(tray().getByRole('button', { name: 'Upload anyway: Empty.txt' }));
    await putOf('Empty.txt');
    expect(server.callsTo(PRESIGN)).toHaveLength(1);
  });

  it('stop after one call if the campaign is full', async () => {
    const { server } = await showCampaign();
    server.on(PRESIGN, () =>
      refuse(409, 'A campaign can have at most 2000 documents.', { code: 'document.too_many' }),
    );
    await drop(document.body, ...files(40));
    await tray().findByText('40 files not uploaded');
    expect(server.callsTo(PRESIGN).length).toBeLessThanOrEqual(3);
  });
});

/** jsdom lacks Web Crypto hashes, and Node's rejects jsdom buffers. */
const subtle = {
  async digest(_: string, data: ArrayBuffer): Promise<ArrayBuffer> {
    const digest = createHash('sha256')
      .update(Buffer.from([...new Uint8Array(data)]))
      .digest();
    return Uint8Array.from(digest).buffer;
  },
};

describe('duplicates of documents in the campaign', () => {
  it('are reported before the upload, and cleared on confirmation', async () => {
    const { user, server } = await showCampaign();
    server.on(PRESIGN, () =>
      answer({
        upload_url: 'http://storage.test/Map.png',
        key: 'k',
        headers: {},
        same_content: [{ id: map.id, original_filename: 'Map of Barovia.png' }],
      }),
    );
    await drop(document.body, ...files(1), fileOf('Map.png'));
    await inTray('Map.png').findByText(
      'The same content is in this campaign already, as Map of Barovia.png.',
    );
    expect(puts).toHaveLength(0);
    await user.click(tray().getByRole('button', { name: 'Leave out: Handout 1.txt' }));
    await user.click(tray().getByRole('button', { name: 'Upload anyway: Map.png' }));
    await arrive('Map.png');
    await tray().findByText('1 file uploaded');
  });

  it('is answered once for all of them', async () => {
    const { user, server } = await showCampaign();
    server.on(PRESIGN, ({ body }) => {
      const { file_name } = body as { file_name: string };
      return answer({
        upload_url: `http://storage.test/${file_name}`,
        key: file_name,
        headers: {},
        same_content: [{ id: map.id, original_filename: 'Map of Barovia.png' }],
      });
    });
    await drop(document.body, ...files(2));
    await tray().findByText('2 files wait for you');
    await user.click(tray().getByRole('button', { name: 'Leave all out' }));
    expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull();
    expect(puts).toHaveLength(0);
    await drop(document.body, ...files(2));
    await tray().findByText('2 files wait for you');
    await user.click(tray().getByRole('button', { name: 'Upload all anyway' }));
    for (const name of ['Handout 1.txt', 'Handout 2.txt']) await arrive(name);
    await tray().findByText('2 files uploaded');
  });

  it('is pointed out among files that come together', async () => {
    const { crypto } = globalThis;
    const value = { subtle, randomUUID: () => 'f0c1f6a0-3c5d-4c8e-9a55-0d4c1f1f7f01' };
    Object.defineProperty(globalThis, 'crypto', { value, configurable: true });
    try {
      const { server } = await showCampaign();
      await drop(document.body, fileOf('A.txt', 'same'), fileOf('B.txt', 'same'), fileOf('C.txt'));
      await waitFor(() => expect(puts).toHaveLength(2));
      await tray().findByText(/^This upload contains the same content as [AB]\.txt\.$/);
      expect(server.callsTo(PRESIGN)[0]?.body).toMatchObject({
        content_fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
    } finally {
      Object.defineProperty(globalThis, 'crypto', { value: crypto, configurable: true });
    }
  });
});

describe('an upload in the tray', () => {
  it('is broken off by Cancel, becomes no document, and is sent again when asked to', async () => {
    const { user, server } = await showCampaign();
    await drop(document.body, ...files(2));
    const put = await putOf('Handout 1.txt');
    await user.click(tray().getByRole('button', { name: 'Cancel: Handout 1.txt' }));
    expect(put.isAborted).toBe(true);
    inTray('Handout 1.txt').getByText('Cancelled');
    await arrive('Handout 2.txt');
    await tray().findByText('1 file uploaded');
    expect(server.callsTo(FINALIZE)).toHaveLength(1);
    await user.click(tray().getByRole('button', { name: 'Show' }));
    await user.click(tray().getByRole('button', { name: 'Upload again: Handout 1.txt' }));
    await (await putOf('Handout 1.txt', 1)).answer(200);
    await tray().findByText('2 files uploaded');
  });

  it('that failed says why, and is tried again', async () => {
    const { user, server, shell } = await showCampaign();
    server.on(FINALIZE, () => refuse(413, 'A file may have at most 200 MB.'));
    await drop(document.body, fileOf('Map.png'));
    await arrive('Map.png');
    await inTray('Map.png').findByText(/A file may have at most 200 MB/);
    expect(shell.announcements).toContain('1 file could not be uploaded.');
    server.on(FINALIZE, () => answer({ ...map, id: 'new' }, 201));
    await user.click(tray().getByRole('button', { name: 'Try again: Map.png' }));
    await tray().findByText('1 file uploaded');
    // The first transfer was complete.
    expect(puts).toHaveLength(1);
  });

  it('is retried automatically after a network error', async () => {
    await showCampaign();
    await drop(document.body, fileOf('Map.png'));
    await (await putOf('Map.png')).breakOff();
    inTray('Map.png').getByText(/Connection lost/);
    await waitFor(() => expect(puts).toHaveLength(2), { timeout: 5_000 });
    await puts[1]?.answer(200);
    await tray().findByText('1 file uploaded');
  });

  it('waits while offline, and then continues', async () => {
    const { server } = await showCampaign();
    const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    server.on(PRESIGN, cutOff);
    await drop(document.body, fileOf('Map.png'));
    await inTray('Map.png').findByText(/You are offline/);
    online.mockRestore();
    server.on(PRESIGN, () =>
      answer({ upload_url: 'http://storage.test/Map.png', key: 'k', headers: {} }),
    );
    act(() => void window.dispatchEvent(new Event('online')));
    await arrive('Map.png');
    await tray().findByText('1 file uploaded');
  });

  it('rests for as long as the server asks', async () => {
    const { server } = await showCampaign();
    server.on(PRESIGN, () => {
      const busy = refuse(429, 'Too many requests.');
      busy.headers.set('retry-after', '30');
      return busy;
    });
    await drop(document.body, ...files(9));
    expect((await tray().findAllByText(/The server is busy/)).length).toBeLessThanOrEqual(3);
    expect(server.callsTo(PRESIGN).length).toBeLessThanOrEqual(3);
  });

  it('asks before its page is left, and not when it has ended', async () => {
    await showCampaign();
    const leaving = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(leaving()).toBe(true);
    await drop(document.body, ...files(1));
    await putOf('Handout 1.txt');
    expect(leaving()).toBe(false);
    await arrive('Handout 1.txt');
    await tray().findByText('1 file uploaded');
    expect(leaving()).toBe(true);
  });

  it('is undone from the message', async () => {
    const { server, shell } = await showCampaign();
    server.on('DELETE /api/documents/:id/', noContent);
    await drop(document.body, ...files(2));
    await arrive('Handout 1.txt', 'Handout 2.txt');
    await waitFor(() => expect(rows()).toHaveLength(4));
    await act(async () => shell.toasts[0]?.action?.run());
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(server.callsTo('DELETE /api/documents/:id/').map(({ params }) => params['id'])).toEqual([
      'id of Handout 1.txt',
      'id of Handout 2.txt',
    ]);
    expect(shell.toasts.at(-1)?.message).toBe('2 files removed.');
  });
});

describe('when the session ends', () => {
  it('uploads rest unseen, and go on for the same person', async () => {
    const { shell } = await showCampaign();
    await drop(document.body, ...files(1));
    const put = await putOf('Handout 1.txt');
    act(() => shell.session.expire());
    expect(put.isAborted).toBe(true);
    expect(screen.queryByText('Handout 1.txt')).toBeNull();
    expect(shell.toasts.at(-1)?.message).toMatch(/1 file not uploaded yet/);
    expect(puts).toHaveLength(1);
    act(() => shell.session.signIn(fakePerson('Mina')));
    await (await putOf('Handout 1.txt', 1)).answer(200);
    await tray().findByText('1 file uploaded');
  });

  it('no uploads remain for another user, even if the sender was unknown', async () => {
    const { shell } = await showCampaign({ session: { status: 'signed-in', user: undefined } });
    await drop(document.body, ...files(1));
    const put = await putOf('Handout 1.txt');
    await act(async () => void (await shell.session.signOut()));
    expect(put.isAborted).toBe(true);
    act(() => shell.session.signIn(fakePerson('Tobin')));
    expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull();
  });

  it('nothing of them is left for another person', async () => {
    const { shell, server } = await showCampaign();
    await drop(document.body, ...files(4));
    await putOf('Handout 1.txt');
    await act(async () => void (await shell.session.signOut()));
    const before = server.callsTo(PRESIGN).length;
    act(() => shell.session.signIn(fakePerson('Tobin')));
    expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull();
    expect(shell.docked).toEqual([]);
    act(() => shell.session.signIn(fakePerson('Mina')));
    expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull();
    expect(server.callsTo(PRESIGN)).toHaveLength(before);
  });
});
