import { NetworkError, type HttpOptions } from '@tomekeeper/remote-kit';
import { createHistory } from '../routing/history';
import { createEarlyCalls } from './early-calls';

/** A client whose nth response has the body `n`. */
function counting(
  declared: readonly string[],
  { token = 'token', sent = {} }: { token?: string; sent?: Record<string, Response> } = {},
) {
  const paths: string[] = [];
  const plain = async (path: string) => {
    paths.push(path);
    if (path.includes('broken')) throw new NetworkError();
    return new Response(String(paths.length));
  };
  const responses = Object.fromEntries(
    Object.entries(sent).map(([path, response]) => [path, Promise.resolve(response)]),
  );
  const first = { paths: [...declared], token: 'token', responses };
  const early = createEarlyCalls(plain, async () => token, first, createHistory(window));
  const read = async (path: string, options?: HttpOptions) =>
    (await early.http(path, options)).text();
  return { paths, early, read };
}

const settled = () => jest.advanceTimersByTimeAsync(0);

describe('early calls', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('are handed over once', async () => {
    const { early, read } = counting(['/api/a/', '/api/b/']);
    expect(await read('/api/a/')).toBe('1');
    early.clear();
    expect(await read('/api/a/')).toBe('3');
  });

  it('are those of the first script for the same token', async () => {
    const sent = () => ({ '/api/a/': new Response('sent') });
    const same = counting(['/api/a/'], { sent: sent() });
    expect(await same.read('/api/a/')).toBe('sent');
    expect(same.paths).toEqual([]);
    const other = counting(['/api/a/'], { sent: sent(), token: 'newer' });
    expect(await other.read('/api/a/')).toBe('1');
  });

  it('are repeated by the caller if the server refused them', async () => {
    const { read } = counting(['/api/a/'], {
      sent: { '/api/a/': new Response('no', { status: 401 }) },
    });
    expect(await read('/api/a/')).toBe('1');
  });

  it('are not sent without a session', async () => {
    const { paths } = counting(['/api/a/'], { token: '' });
    await settled();
    expect(paths).toEqual([]);
  });

  it.each<[string, HttpOptions]>([
    ['changes', { method: 'POST' }],
    ['another viewer', { viewAs: 'party' }],
    ['a conditional request', { ifNoneMatch: '"a"' }],
  ])('are not handed over to %s', async (_what, options) => {
    const { early, read } = counting(['/api/a/']);
    await settled();
    const other = read('/api/a/', options);
    early.clear();
    expect(await other).toBe('2');
  });

  it('are discarded by a change, by an event, and after ten seconds', async () => {
    const event = counting(['/api/a/']);
    await settled();
    event.early.clear();
    expect(await event.read('/api/a/')).toBe('2');
    const change = counting(['/api/a/']);
    await settled();
    await change.read('/api/b/', { method: 'PATCH' });
    const next = change.read('/api/a/');
    await jest.advanceTimersByTimeAsync(500);
    expect(await next).toBe('3');
    const old = counting(['/api/a/']);
    await settled();
    jest.advanceTimersByTime(10_000);
    expect(await old.read('/api/a/')).toBe('2');
  });

  it('repeat a failed request as that of the caller', async () => {
    const { paths, read } = counting(['/api/broken/']);
    await expect(read('/api/broken/')).rejects.toThrow('Network Error');
    expect(paths).toHaveLength(2);
  });

  it('respect an abort of the caller', async () => {
    const { read } = counting(['/api/a/']);
    await expect(read('/api/a/', { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
  });
});

describe('other requests', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('wait until the responses of the early calls are painted', async () => {
    const idle = jest.fn<number, [() => void]>();
    Object.assign(globalThis, { requestIdleCallback: idle });
    const { paths, read } = counting(['/api/a/', '/api/b/']);
    const other = read('/api/other/');
    await read('/api/a/');
    await settled();
    idle.mock.calls.at(-1)?.[0]();
    await read('/api/b/');
    await jest.advanceTimersByTimeAsync(1_500);
    expect(paths).not.toContain('/api/other/');
    await jest.advanceTimersByTimeAsync(5_000);
    expect(await other).toBe('3');
    Reflect.deleteProperty(globalThis, 'requestIdleCallback');
  });

  it('keep waiting when the page itself changes something', async () => {
    const { paths, read } = counting(['/api/a/']);
    const other = read('/api/other/');
    await read('/api/a/');
    await read('/api/read/', { method: 'PUT' });
    expect(paths).not.toContain('/api/other/');
    await jest.advanceTimersByTimeAsync(2_000);
    expect(await other).toBe('3');
  });

  it('do not wait for responses that the page does not request', async () => {
    const { read } = counting(['/api/a/', '/api/b/']);
    const other = read('/api/other/');
    await jest.advanceTimersByTimeAsync(2_000);
    expect(await other).toBe('3');
  });

  it('do not wait if they change something', async () => {
    const { read } = counting(['/api/a/']);
    await settled();
    expect(await read('/api/other/', { method: 'POST' })).toBe('2');
  });
});
