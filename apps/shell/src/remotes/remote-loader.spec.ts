import type { RegistryEntry } from '@tomekeeper/contracts-federation';
import type { Remote, ShellApi } from '@tomekeeper/remote-kit';
import { createRemoteLoader, ContractMismatchError, type RemoteSource } from './remote-loader';

const entry = (requires = '^1.0'): RegistryEntry => ({
  id: 'campaigns',
  version: '1',
  base_url: '/remotes/campaigns/1/',
  manifest: {
    id: 'campaigns',
    container: 'tomekeeper_campaigns',
    requires,
    routes: [],
    nav: [],
    widgets: [],
    entry: 'entry.js',
  },
});

const remote: Remote = { routes: [] };
const shell = { contract: '1.0.0' } as ShellApi;

function loaderOf(
  load: RemoteSource['load'],
  options: { requires?: string; timeoutMs?: number } = {},
) {
  const report = jest.fn();
  const source = { load: jest.fn(load) };
  const loader = createRemoteLoader({
    entries: [entry(options.requires)],
    source,
    shell: () => shell,
    report,
    timeoutMs: options.timeoutMs,
  });
  return { loader, report, source };
}

describe('the remote loader', () => {
  it('loads a remote once, for all who ask, and hands it the shell', async () => {
    const create = jest.fn(() => remote);
    const { loader, source } = loaderOf(async () => ({ create }));
    const [first, second] = await Promise.all([loader.load('campaigns'), loader.load('campaigns')]);
    expect(first).toBe(remote);
    expect(second).toBe(remote);
    expect(create).toHaveBeenCalledWith(shell);
    expect(source.load).toHaveBeenCalledTimes(1);
    expect(loader.state('campaigns')).toEqual({ status: 'ready', remote });
  });

  it.each(['^2.0', '^0.9', '^1.7', '1.0.0', ''])(
    'refuses a remote that requires contract %p without loading it',
    async (requires) => {
      const { loader, source, report } = loaderOf(async () => ({ create: () => remote }), {
        requires,
      });
      await expect(loader.load('campaigns')).rejects.toThrow(ContractMismatchError);
      expect(source.load).not.toHaveBeenCalled();
      expect(loader.state('campaigns').status).toBe('failed');
      expect(report).toHaveBeenCalledTimes(1);
    },
  );

  it('waits 120 seconds for a remote unless told otherwise: "Chunk load time-out"', async () => {
    jest.useFakeTimers();
    try {
      const { loader } = loaderOf(() => new Promise(() => {}));
      const refused = expect(loader.load('campaigns')).rejects.toThrow('within 120 s');
      await jest.advanceTimersByTimeAsync(119_000);
      expect(loader.state('campaigns').status).not.toBe('failed');
      await jest.advanceTimersByTimeAsync(1000);
      await refused;
    } finally {
      jest.useRealTimers();
    }
  });

  it('fails after the time-out, and a late arrival changes nothing', async () => {
    let arrive = (_module: unknown) => {};
    const { loader } = loaderOf(() => new Promise((resolve) => (arrive = resolve)), {
      timeoutMs: 10,
    });
    await expect(loader.load('campaigns')).rejects.toThrow('did not load within 0.01 s');
    arrive({ create: () => remote });
    await Promise.resolve();
    expect(loader.state('campaigns').status).toBe('failed');
  });

  it.each([
    ['a module without create()', async () => ({})],
    ['nothing', async () => undefined],
    [
      'a create() that throws',
      async () => ({
        create: () => {
          throw new Error('no');
        },
      }),
    ],
  ])('fails on %s', async (_, load) => {
    const { loader, report } = loaderOf(load);
    await expect(loader.load('campaigns')).rejects.toThrow();
    expect(report).toHaveBeenCalledWith(expect.any(Error), { remote: 'campaigns', where: 'load' });
  });

  it('begins anew after a failure, and tells the source which attempt it is', async () => {
    let well = false;
    const { loader, source } = loaderOf(async () => {
      if (!well) throw new Error('404');
      return { create: () => remote };
    });
    await expect(loader.load('campaigns')).rejects.toThrow('404');
    well = true;
    await expect(loader.load('campaigns')).resolves.toBe(remote);
    expect(source.load.mock.calls.map(([, attempt]) => attempt)).toEqual([1, 2]);
  });

  it('drops the remote before it loads it again', async () => {
    const dispose = jest.fn();
    const { loader } = loaderOf(async () => ({ create: () => ({ ...remote, dispose }) }));
    const first = await loader.load('campaigns');
    const second = await loader.reload('campaigns');
    expect(dispose).toHaveBeenCalledTimes(1);
    expect(second).not.toBe(first);
  });

  it('keeps the newest load when an older one ends later', async () => {
    const arrivals: ((module: unknown) => void)[] = [];
    const { loader } = loaderOf(() => new Promise((resolve) => arrivals.push(resolve)));
    const old = loader.load('campaigns');
    const fresh = loader.reload('campaigns');
    const newest: Remote = { routes: [] };
    arrivals[1]?.({ create: () => newest });
    await fresh;
    arrivals[0]?.({ create: () => remote });
    await old;
    expect(loader.state('campaigns')).toEqual({ status: 'ready', remote: newest });
  });
});
