import { waitFor } from '@testing-library/react';
import { fakeStorage, type FakePut } from '@tomekeeper/remote-kit/testing';
import { createPartSender } from './send-parts';

const PART_BYTES = 10;
const puts = fakeStorage();

/** A document service and store that know the stored parts. */
function fakeApi(stored: number[] = []) {
  const presignParts = jest.fn(async ({ parts }: { parts: number[] }) => ({
    part_size: PART_BYTES,
    stored: [...stored],
    urls: parts
      .filter((part) => !stored.includes(part))
      .map((part) => ({ part, upload_url: `http://storage.test/?part=${part}` })),
  }));
  return { presignParts };
}

const fileOf = (size: number) => new File(['x'.repeat(size)], 'Atlas.bin');
const started = { campaignId: 'c', key: 'k' };
const putOf = (part: number, nth = 0): Promise<FakePut> =>
  waitFor(() => {
    const put = puts.filter(({ url }) => url.endsWith(`part=${part}`))[nth];
    if (!put) throw new Error(`Part ${part} is not sent.`);
    return put;
  });
const partsSent = () => puts.map(({ url }) => Number(url.split('=')[1]));
const onLine = jest.spyOn(navigator, 'onLine', 'get');
beforeEach(() => onLine.mockReturnValue(true));

it('sends the missing parts, three at a time, and reports stored and sent bytes', async () => {
  const onProgress = jest.fn();
  const onStoredBytes = jest.fn();
  const send = createPartSender(fakeApi([2]));
  const sent = send(fileOf(55), started, { onProgress, onStoredBytes });
  await putOf(4);
  expect(partsSent()).toEqual([1, 3, 4]);
  expect(onStoredBytes).toHaveBeenLastCalledWith(10);
  await (await putOf(1)).progress(4, 10);
  expect(onProgress).toHaveBeenLastCalledWith(14, 55);
  await (await putOf(3)).answer(200);
  expect(onStoredBytes).toHaveBeenLastCalledWith(20);
  expect(((await putOf(5)).sent as Blob).size).toBe(10);
  await (await putOf(1)).answer(200);
  const last = await putOf(6);
  expect((last.sent as Blob).size).toBe(5);
  for (const part of [4, 5, 6]) await (await putOf(part)).answer(200);
  await sent;
  expect(onProgress).toHaveBeenLastCalledWith(55, 55);
});

it('shares the limit among all files', async () => {
  const send = createPartSender(fakeApi());
  const all = [send(fileOf(20), started, {}), send(fileOf(20), started, {})];
  await waitFor(() => expect(puts).toHaveLength(3));
  for (let n = 0; n < 4; n += 1) {
    await waitFor(() => expect(puts.length).toBeGreaterThan(n));
    await puts[n]?.answer(200);
  }
  await Promise.all(all);
});

it('retries a part, at once when the network is back, with a fresh URL', async () => {
  const api = fakeApi();
  const sent = createPartSender(api)(fileOf(10), started, {});
  await (await putOf(1)).breakOff();
  expect(puts).toHaveLength(1);
  window.dispatchEvent(new Event('online'));
  await (await putOf(1, 1)).answer(200);
  await sent;
  expect(api.presignParts.mock.calls.map(([{ parts }]) => parts)).toEqual([[], [1], [1]]);
});

it('stops at once while offline, and reports the stored bytes', async () => {
  const onStoredBytes = jest.fn();
  const sent = createPartSender(fakeApi())(fileOf(20), started, { onStoredBytes });
  const failed = expect(sent).rejects.toThrow('Storage upload failed (network error)');
  await (await putOf(1)).answer(200);
  onLine.mockReturnValue(false);
  await (await putOf(2)).breakOff();
  await failed;
  expect(onStoredBytes).toHaveBeenLastCalledWith(10);
});

it('lets other parts finish before it reports a refusal', async () => {
  const sent = createPartSender(fakeApi())(fileOf(50), started, {});
  const ended = jest.fn();
  sent.then(ended, ended);
  await (await putOf(1)).answer(400);
  await (await putOf(2)).answer(200);
  expect(ended).not.toHaveBeenCalled();
  await (await putOf(3)).answer(200);
  await expect(sent).rejects.toThrow('Storage upload failed (400)');
  expect(partsSent()).toEqual([1, 2, 3]);
});

it('skips a part that another tab has stored meanwhile', async () => {
  const api = fakeApi();
  api.presignParts
    .mockResolvedValueOnce({ part_size: PART_BYTES, stored: [], urls: [] })
    .mockResolvedValueOnce({ part_size: PART_BYTES, stored: [1], urls: [] });
  await createPartSender(api)(fileOf(10), started, {});
  expect(puts).toHaveLength(0);
});

it('ends with its signal', async () => {
  const control = new AbortController();
  const sent = createPartSender(fakeApi())(fileOf(10), started, { signal: control.signal });
  const failed = expect(sent).rejects.toThrow('Storage upload failed (network error)');
  const put = await putOf(1);
  control.abort();
  await failed;
  expect(put.isAborted).toBe(true);
  expect(puts).toHaveLength(1);
});
