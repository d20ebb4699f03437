import { AddressRefused, decoded, readText, SHOWN_BYTES } from './read-text';

const bytes = (...values: number[]) => new Uint8Array(values);

it('decodes text by its mark, as UTF-8, or as Windows wrote it', () => {
  expect(decoded(bytes(0xef, 0xbb, 0xbf, 0xc3, 0xa4), false)).toBe('ä');
  expect(decoded(bytes(0xff, 0xfe, 0xe4, 0x00), false)).toBe('ä');
  expect(decoded(bytes(0xfe, 0xff, 0x00, 0xe4), false)).toBe('ä');
  expect(decoded(bytes(0x44, 0xc3, 0xa4), false)).toBe('Dä');
  expect(decoded(bytes(0x44, 0xe4, 0x20), false)).toBe('Dä ');
  // The last character is truncated.
  expect(decoded(bytes(0x44, 0xc3), true)).toBe('D');
});

describe('reading', () => {
  let answer: Response;
  let fetched: jest.SpyInstance;
  beforeEach(() => {
    fetched = jest.fn(async () => answer);
    Object.assign(globalThis, { fetch: fetched });
  });
  const read = () => readText('http://storage.test/x', new AbortController().signal);
  const respond = (status: number, ...chunks: Uint8Array[]) => {
    let cancelled = false;
    const left = [...chunks];
    answer = {
      ok: status < 400,
      status,
      body: {
        getReader: () => ({
          read: async () => ({ done: left.length === 0, value: left.shift() }),
          cancel: async () => void (cancelled = true),
        }),
      },
    } as unknown as Response;
    return { wasCancelled: () => cancelled, left };
  };

  it('sends no credential and keeps nothing', async () => {
    respond(200, bytes(65), bytes(66));
    expect(await read()).toEqual({ text: 'AB', isCut: false });
    expect(fetched.mock.calls[0]?.[1]).toMatchObject({ credentials: 'omit', cache: 'no-store' });
  });

  it('stops when there is as much as is shown', async () => {
    const half = new Uint8Array(SHOWN_BYTES / 2).fill(65);
    const store = respond(200, half, half, half, half);
    const { text, isCut } = await read();
    expect([text.length, isCut, store.wasCancelled(), store.left.length]).toEqual([
      SHOWN_BYTES,
      true,
      true,
      1,
    ]);
  });

  it('tells an address that has ended from other failures', async () => {
    respond(403);
    await expect(read()).rejects.toBeInstanceOf(AddressRefused);
    respond(500);
    await expect(read()).rejects.not.toBeInstanceOf(AddressRefused);
  });
});
