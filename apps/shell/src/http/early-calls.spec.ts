import { NetworkError, type HttpOptions } from '@tomekeeper/remote-kit';
import { createEarlyCalls, pathsToStart } from './early-calls';

const CALLS = [
  { path: '/api/documents/:document/' },
  { path: '/api/documents/:document/passages/?from=0', fragment: '' },
  { path: '/api/documents/:document/passages/?around=:fragment', fragment: '#p-' },
];
const at = (search = '', hash = '') =>
  pathsToStart(CALLS, { id: '7', document: '8' }, { search, hash });

describe('paths to start', () => {
  it('have the parameters of the address', () => {
    expect(at()).toEqual(['/api/documents/8/', '/api/documents/8/passages/?from=0']);
  });

  it('follow the fragment', () => {
    expect(at('', '#p-9')).toEqual(['/api/documents/8/', '/api/documents/8/passages/?around=9']);
    expect(at('', '#other')).toEqual(['/api/documents/8/']);
  });

  it('are none with a query, which may ask for the view of another person', () => {
    expect(at('?as=party')).toEqual([]);
  });
});

/** A client whose nth response has the body `n`. */
function counting() {
  const paths: string[] = [];
  const plain = async (path: string) => {
    paths.push(path);
    if (path.includes('broken')) throw new NetworkError();
    return new Response(String(paths.length));
  };
  const early = createEarlyCalls(plain);
  const read = async (path: string, options?: HttpOptions) =>
    (await early.http(path, options)).text();
  return { paths, early, read };
}

describe('early calls', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('are handed over once', async () => {
    const { paths, early, read } = counting();
    early.start(['/api/a/']);
    expect(await read('/api/a/')).toBe('1');
    expect(await read('/api/a/')).toBe('2');
    expect(paths).toHaveLength(2);
  });

  it.each<[string, HttpOptions]>([
    ['changes', { method: 'POST' }],
    ['another viewer', { viewAs: 'party' }],
    ['a conditional request', { ifNoneMatch: '"a"' }],
  ])('are not handed over to %s', async (_what, options) => {
    const { early, read } = counting();
    early.start(['/api/a/']);
    expect(await read('/api/a/', options)).toBe('2');
  });

  it('are discarded by a change, by an event, and after ten seconds', async () => {
    const { early, read } = counting();
    early.start(['/api/a/']);
    early.clear();
    expect(await read('/api/a/')).toBe('2');
    early.start(['/api/a/']);
    await read('/api/b/', { method: 'PATCH' });
    expect(await read('/api/a/')).toBe('5');
    early.start(['/api/a/']);
    jest.advanceTimersByTime(10_000);
    expect(await read('/api/a/')).toBe('7');
  });

  it('repeat a failed request as that of the caller', async () => {
    const { paths, early, read } = counting();
    early.start(['/api/broken/']);
    await expect(read('/api/broken/')).rejects.toThrow('Network Error');
    expect(paths).toHaveLength(2);
  });

  it('respect an abort of the caller', async () => {
    const { early, read } = counting();
    early.start(['/api/a/']);
    await expect(read('/api/a/', { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
  });
});
