import { StoredFile } from './stored-file';

const CONTENT = Uint8Array.from({ length: 100 }, (_, index) => index);

/** Fake store with range requests, which accepts only the URLs in `good`. */
function fakeStore(good: Set<string>, { parts = true } = {}) {
  const asked: string[] = [];
  const fetched = async (url: string, { headers }: { headers: { range: string } }) => {
    asked.push(`${url} ${headers.range}`);
    if (!good.has(url)) return { ok: false, status: 403 };
    const [, from = 0, to = 0] = (/bytes=(\d+)-(\d+)/.exec(headers.range) ?? []).map(Number);
    const bytes = parts ? CONTENT.slice(from, to + 1) : CONTENT;
    return {
      ok: true,
      status: parts ? 206 : 200,
      headers: new Headers(parts ? { 'content-range': `bytes ${from}-${to}/100` } : {}),
      arrayBuffer: async () => bytes.buffer,
    };
  };
  Object.assign(globalThis, { fetch: fetched });
  return asked;
}

const real = globalThis.fetch;
afterEach(() => void Object.assign(globalThis, { fetch: real }));
const { signal } = new AbortController();

it('reads the beginning, and learns how long the file is', async () => {
  fakeStore(new Set(['a']));
  const file = new StoredFile({ url: 'a', renew: () => Promise.reject(new Error('no')) }, signal);
  const { bytes, length } = await file.first(10);
  expect([bytes.length, length]).toEqual([10, 100]);
  expect([...(await file.part(40, 43))]).toEqual([40, 41, 42]);
});

it('takes all of the file from a store that gives no parts', async () => {
  fakeStore(new Set(['a']), { parts: false });
  const file = new StoredFile({ url: 'a', renew: () => Promise.reject(new Error('no')) }, signal);
  expect((await file.first(10)).length).toBe(100);
  expect([...(await file.part(40, 43))]).toEqual([40, 41, 42]);
});

it('gets another address once for all parts that were refused, and keeps to it', async () => {
  const good = new Set(['b']);
  const asked = fakeStore(good);
  let renewed = 0;
  const renew = async () => {
    renewed += 1;
    return 'b';
  };
  const file = new StoredFile({ url: 'a', renew }, signal);
  const parts = await Promise.all([file.part(0, 2), file.part(2, 4), file.part(4, 6)]);
  expect(parts.map(([first]) => first)).toEqual([0, 2, 4]);
  expect(renewed).toBe(1);
  await file.part(6, 8);
  expect(asked.at(-1)).toBe('b bytes=6-7');
});

it('says so when there is no other address', async () => {
  fakeStore(new Set());
  const gone = () => Promise.reject(new Error('There is no such document.'));
  await expect(new StoredFile({ url: 'a', renew: gone }, signal).part(0, 2)).rejects.toThrow(
    'There is no such document.',
  );
  const useless = new StoredFile({ url: 'a', renew: async () => 'c' }, signal);
  await expect(useless.part(0, 2)).rejects.toThrow('403');
});
