import { act, screen, waitFor, within } from '@testing-library/react';
import { UPLOAD_PARTS } from '@tomekeeper/contracts-document';
import type { Remote } from '@tomekeeper/remote-kit';
import { answer, fakePerson, fakeStorage, noContent, refuse } from '@tomekeeper/remote-kit/testing';
import { drop, readableFiles } from '../../../testing/fake-drop';
import { campaignId, map, rows, showDocuments } from '../../../testing/show-panel';
import type { KeptUpload } from './kept-uploads';

const mockKept = new Map<string, KeptUpload>();
/** Resolves when the fake service answers; the panel asks at once. */
let mockService: Promise<void>;
jest.mock('./kept-uploads', () => ({
  holdUpload: () => () => {},
  keptUploads: {
    async put(upload: KeptUpload, file: File, onKept?: () => void) {
      mockKept.set(upload.key, { ...upload, file });
      onKept?.();
    },
    remove: async (key: string) => mockKept.delete(key),
    async left(person: string) {
      await mockService;
      return [...mockKept.values()].filter((one) => one.person === person);
    },
    async forgetOthers(person: string) {
      for (const one of mockKept.values()) if (one.person !== person) mockKept.delete(one.key);
    },
    forgetAll: async () => mockKept.clear(),
  },
}));

const PRESIGN = 'POST /api/documents/presign/';
const PARTS = 'POST /api/documents/presign-parts/';
const DISCARD = 'POST /api/documents/discard-upload/';
const FINALIZE = 'POST /api/documents/finalize/';
const KEY = 'campaigns/strahd/atlas';

const puts = fakeStorage();
readableFiles();
const remotes: Remote[] = [];
const onLine = jest.spyOn(navigator, 'onLine', 'get');
beforeEach(() => {
  localStorage.clear();
  mockKept.clear();
  onLine.mockReturnValue(true);
});
afterEach(() => act(() => remotes.splice(0).forEach((remote) => remote.dispose?.())));

/** Two parts. */
const atlas = new File([new Uint8Array(UPLOAD_PARTS.fromBytes)], 'Atlas.bin');
const mina = fakePerson('Mina');
const keptOf = (person: string, more: Partial<KeptUpload> = {}): KeptUpload => ({
  ...{ key: KEY, person, campaignId, isSpoilers: true },
  ...{ name: 'Atlas.bin', size: atlas.size, ...more },
});

/** The panel, with a service that knows the stored parts. */
async function showCampaign(stored: number[] = []) {
  let answers = () => {};
  mockService = new Promise((resolve) => (answers = resolve));
  const panel = await showDocuments({ session: { status: 'signed-in', user: mina } });
  remotes.push(panel.remote);
  panel.server
    .on(PRESIGN, () => answer({ upload_url: 'http://storage.test/whole', key: KEY, headers: {} }))
    .on(PARTS, ({ body }) => {
      const { parts } = body as { parts: number[] };
      const urls = parts.map((part) => ({ part, upload_url: `http://storage.test/${part}` }));
      return answer({ part_size: UPLOAD_PARTS.bytes, stored: [...stored], urls });
    })
    .on(DISCARD, () => noContent())
    .on(FINALIZE, () => answer({ ...map, id: 'atlas', original_filename: 'Atlas.bin' }, 201));
  answers();
  /** Answers the PUT of a part. */
  const arrive = async (part: number, nth = 0) => {
    await (await putOf(part, nth)).answer(200);
    stored.push(part);
  };
  return { ...panel, arrive };
}

const putOf = (part: number, nth = 0) =>
  waitFor(() => {
    const put = puts.filter(({ url }) => url.endsWith(`/${part}`))[nth];
    if (!put) throw new Error(`Part ${part} is not sent.`);
    return put;
  });
const tray = () => within(screen.getByRole('region', { name: 'Uploads' }));

describe('a large file', () => {
  it('is sent in parts, and continues with the missing ones when the network is back', async () => {
    const { server, arrive } = await showCampaign();
    await drop(document.body, atlas);
    await arrive(1);
    expect([...mockKept.values()]).toEqual([
      expect.objectContaining({ key: KEY, person: mina.id, name: 'Atlas.bin', file: atlas }),
    ]);
    expect(localStorage).toHaveLength(0);
    onLine.mockReturnValue(false);
    await (await putOf(2)).breakOff();
    expect(await tray().findByText('Paused at 50 %')).toBeTruthy();
    expect(tray().getByRole('progressbar', { name: 'Atlas.bin' }).ariaValueNow).toBe('50');
    onLine.mockReturnValue(true);
    await act(async () => void window.dispatchEvent(new Event('online')));
    await arrive(2, 1);
    await tray().findByText('1 file uploaded');
    expect(puts).toHaveLength(3);
    expect(server.callsTo(PRESIGN)).toHaveLength(1);
    expect(server.callsTo(FINALIZE)[0]?.body).toMatchObject({ s3_key: KEY, is_spoilers: true });
    await waitFor(() => expect(mockKept.size).toBe(0));
  });

  it('is deleted from the server when it is cancelled', async () => {
    const { server, arrive, user } = await showCampaign();
    await drop(document.body, atlas);
    await arrive(1);
    await user.click(tray().getByRole('button', { name: 'Cancel: Atlas.bin' }));
    await waitFor(() =>
      expect(server.callsTo(DISCARD).map(({ body }) => body)).toEqual([
        { campaign: campaignId, s3_key: KEY },
      ]),
    );
    await waitFor(() => expect(mockKept.size).toBe(0));
  });

  it('starts over when the server no longer knows it', async () => {
    const { server, user } = await showCampaign();
    mockKept.set(KEY, keptOf(mina.id, { file: atlas }));
    server.on(PARTS, () => refuse(404, 'Unknown.', { code: 'document.upload_not_found' }));
    await drop(document.body, atlas);
    await tray().findByText('Connection lost. Retrying in a moment.');
    server.on(PARTS, ({ body }) =>
      answer({
        part_size: UPLOAD_PARTS.bytes,
        stored: [],
        urls: Object(body).parts.map((part: number) => ({ part, upload_url: `http://s/${part}` })),
      }),
    );
    await user.click(tray().getByRole('button', { name: 'Try now: Atlas.bin' }));
    await (await putOf(1)).answer(200);
    await (await putOf(2)).answer(200);
    await tray().findByText('1 file uploaded');
    expect(server.callsTo(PRESIGN)).toHaveLength(2);
  });

  it('of a closed page is listed for its person, and resumes', async () => {
    mockKept.set(KEY, keptOf(mina.id, { file: atlas }));
    mockKept.set('other', keptOf('tobin', { key: 'other', name: 'Secret.bin' }));
    const { user, arrive, server } = await showCampaign([1]);
    await screen.findByText('Paused at 50 %');
    expect(screen.queryByText('Secret.bin')).toBeNull();
    await waitFor(() => expect([...mockKept.keys()]).toEqual([KEY]));
    await user.click(tray().getByRole('button', { name: 'Resume: Atlas.bin' }));
    await arrive(2);
    await tray().findByText('1 file uploaded');
    expect(puts).toHaveLength(1);
    expect(server.callsTo(PRESIGN)).toHaveLength(0);
    await waitFor(() => expect(rows().join()).toContain('Atlas.bin'));
  });

  it('of a closed page is chosen again where the browser has not stored it, or discarded', async () => {
    mockKept.set(KEY, keptOf(mina.id, { contentFingerprint: 'other' }));
    const { user, server } = await showCampaign([1]);
    await screen.findByText(/Choose the same file again to continue/);
    await user.upload(tray().getByLabelText('File of Atlas.bin'), atlas);
    await waitFor(() =>
      expect(tray().getByRole('alert').textContent).toContain('The file has changed since then.'),
    );
    await user.click(tray().getByRole('button', { name: 'Discard: Atlas.bin' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull());
    expect(server.callsTo(DISCARD)).toHaveLength(1);
    expect(mockKept.size).toBe(0);
  });

  it('leaves the device with a log-out, and stays when the session expires', async () => {
    const { shell, arrive } = await showCampaign();
    await drop(document.body, atlas);
    await arrive(1);
    act(() => shell.session.set({ status: 'signed-out' }));
    expect(mockKept.size).toBe(1);
    act(() => shell.session.set({ status: 'signed-out', isLogOut: true }));
    await waitFor(() => expect(mockKept.size).toBe(0));
  });
});

describe('a large file in the upload dialog', () => {
  it('continues with its missing parts when Upload is pressed again', async () => {
    const { user, server, arrive } = await showCampaign();
    await user.click(screen.getByRole('button', { name: 'Upload Document' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Upload Document' }));
    await user.upload(dialog.getByLabelText('File'), atlas);
    const press = () => user.click(dialog.getByRole('button', { name: 'Upload' }));
    await press();
    await arrive(1);
    onLine.mockReturnValue(false);
    await (await putOf(2)).breakOff();
    await dialog.findByText(/Storage upload failed \(network error\)/);
    expect(dialog.getByText(/The uploaded part is stored for 24 hours/)).toBeTruthy();
    onLine.mockReturnValue(true);
    await press();
    await arrive(2, 1);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.callsTo(PRESIGN)).toHaveLength(1);
    await waitFor(() => expect(mockKept.size).toBe(0));
  });
});
