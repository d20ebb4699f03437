import { waitFor } from '@testing-library/react';
import { answer, FakeServer, fakeStorage } from './testing';
import { StorageUploadError, uploadFile, type UploadCallbacks } from './upload-file';

const PRESIGN = 'POST /api/documents/presign/';
const puts = fakeStorage();

function start(callbacks: UploadCallbacks = {}, storedKey?: string) {
  const server = new FakeServer();
  server.on(PRESIGN, () =>
    answer({
      ...{ upload_url: 'http://storage.test/1', key: 'k', headers: { Host: 'x', 'X-Own': '1' } },
      same_content: [{ id: 'd', original_filename: 'Map.png' }],
    }),
  );
  const finalize = jest.fn((key: string) => Promise.resolve(`document of ${key}`));
  const file = new File(['hello'], '', { type: 'image/png' });
  const upload = { purpose: 'cover' as const, campaign: 'c', file, isSpoilers: true, finalize };
  const result = uploadFile(server.http, { ...upload, storedKey }, callbacks);
  return { server, finalize, result };
}

it('presigns, sends the file with progress, and finalizes it', async () => {
  const onProgress = jest.fn();
  const onStored = jest.fn();
  const { server, finalize, result } = start({ onProgress, onStored });
  await waitFor(() => expect(puts).toHaveLength(1));
  expect(server.callsTo(PRESIGN)[0]?.body).toEqual({
    ...{ purpose: 'cover', campaign: 'c', is_spoilers: true },
    ...{ file_name: 'cover', content_type: 'image/png', size: 5 },
  });
  expect(puts[0]?.headers).toEqual({ 'X-Own': '1' });
  await puts[0]?.progress(2, 5);
  expect(onProgress.mock.calls).toEqual([[2, 5]]);
  expect(finalize).not.toHaveBeenCalled();
  await puts[0]?.answer(200);
  expect(await result).toBe('document of k');
  expect(onStored.mock.calls).toEqual([['k']]);
});

it('repeats only the last step for a file that has arrived', async () => {
  const { server, result } = start({}, 'earlier');
  expect(await result).toBe('document of earlier');
  expect(server.calls).toEqual([]);
  expect(puts).toHaveLength(0);
});

it('sends nothing when a callback objects to the content', async () => {
  const { finalize, result } = start({
    onSameContent: ([known]) => {
      throw new Error(known?.original_filename);
    },
  });
  await expect(result).rejects.toThrow('Map.png');
  expect(puts).toHaveLength(0);
  expect(finalize).not.toHaveBeenCalled();
});

it('stops on abort and on an error of the store, without finalizing', async () => {
  const control = new AbortController();
  const aborted = start({ signal: control.signal });
  await waitFor(() => expect(puts).toHaveLength(1));
  control.abort();
  await expect(aborted.result).rejects.toThrow(StorageUploadError);
  expect(puts[0]?.isAborted).toBe(true);
  const failed = start();
  await waitFor(() => expect(puts).toHaveLength(2));
  const refused = expect(failed.result).rejects.toMatchObject({ status: 507 });
  await puts[1]?.answer(507);
  await refused;
  for (const { finalize } of [aborted, failed]) expect(finalize).not.toHaveBeenCalled();
});
