import { FEDERATION_CONTRACT_VERSION, type RegistryEntry } from '@tomekeeper/contracts-federation';
import type { Remote, ShellApi } from '@tomekeeper/remote-kit';
import {
  createRemoteLoader,
  ContractMismatchError,
  type RemoteSource,
  type RemoteState,
} from './remote-loader';

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
    campaignNav: [],
    widgets: [],
    entry: 'entry.js',
  },
});

/** Contract range that needs a newer minor version than this shell's. */
const NEXT_MINOR = FEDERATION_CONTRACT_VERSION.replace(
  /^(\d+)\.(\d+).*$/,
  (_whole, major: string, minor: string) => `^${major}.${Number(minor) + 1}`,
);

const remote: Remote = { routes: [] };
const shell = { contract: '1.0.0' } as ShellApi;

function loaderOf(
  load: RemoteSource['load'],
  options: {
    requires?: string;
    timeoutMs?: number;
    loadPage?: (id: string, loaded: Remote) => Promise<unknown>;
  } = {},
) {
  const report = jest.fn();
  const source = { load: jest.fn(load) };
  const entries = [entry(options.requires)];
  const renewEntries = jest.fn(async () => {});
  const loader = createRemoteLoader({
    entries,
    renewEntries,
    source,
    shell: () => shell,
    report,
    timeoutMs: options.timeoutMs,
    loadPage: options.loadPage,
  });
  return { loader, report, source, entries, renewEntries };
}

const NO_CREATE = "The remote 'campaigns' exports no create().";

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

  it('counts it as loaded once its present page is, or will never be', async () => {
    let arrive = () => {};
    const loadPage = jest.fn(() => new Promise<void>((resolve) => (arrive = resolve)));
    const { loader } = loaderOf(async () => ({ create: () => remote }), { loadPage });
    const loading = loader.load('campaigns');
    await new Promise((resolve) => setTimeout(resolve));
    expect(loadPage).toHaveBeenCalledWith('campaigns', remote);
    expect(loader.state('campaigns').status).toBe('loading');
    arrive();
    await loading;
    expect(loader.state('campaigns').status).toBe('ready');

    loadPage.mockRejectedValue(new Error('no such chunk'));
    expect(await loader.reload('campaigns')).toBe(remote);
    expect(loader.state('campaigns').status).toBe('ready');
  });

  it.each(['^2.0', '^0.9', NEXT_MINOR, '1.0.0', ''])(
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
    ['a module without create()', NO_CREATE, async () => ({})],
    ['nothing', NO_CREATE, async () => undefined],
    [
      'a create() that throws',
      'no',
      async () => ({
        create: () => {
          throw new Error('no');
        },
      }),
    ],
  ])('fails on %s', async (_, message, load) => {
    const { loader, report } = loaderOf(load);
    await expect(loader.load('campaigns')).rejects.toThrow(message);
    expect(report).toHaveBeenCalledWith(expect.any(Error), { remote: 'campaigns', where: 'load' });
  });

  it('loads again after a failure, and passes the attempt number to the source', async () => {
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
    while (arrivals.length < 2) await Promise.resolve();
    const newest: Remote = { routes: [] };
    arrivals[1]?.({ create: () => newest });
    await fresh;
    arrivals[0]?.({ create: () => remote });
    await old;
    expect(loader.state('campaigns')).toEqual({ status: 'ready', remote: newest });
  });
});

describe('a newer version', () => {
  const newer = (version: string): RegistryEntry => ({
    ...entry(),
    version,
    base_url: `/remotes/campaigns/${version}/`,
  });

  /** Loader whose remote was already rendered in version 1, with factories for later versions. */
  async function shownOnce(versions: Record<string, () => Promise<Remote> | Remote> = {}) {
    const first: Remote = { routes: [], dispose: jest.fn() };
    const around = loaderOf(async ({ version }) => ({
      create: () => (versions[version] ? versions[version]() : first),
    }));
    const { loader, entries, renewEntries } = around;
    const states: string[] = [];
    loader.subscribe((id) => states.push(loader.state(id).status));
    const leave = loader.enter('campaigns');
    await until(() => loader.state('campaigns').status === 'ready');
    timePasses();
    const ship = (version: string) =>
      renewEntries.mockImplementation(async () => {
        await nextTurn();
        entries[0] = newer(version);
      });
    return { ...around, first, leave, ship, states };
  }

  /** Lets the cached registry response expire. */
  function timePasses() {
    const now = Date.now();
    jest.spyOn(Date, 'now').mockReturnValue(now + 60_000);
  }

  const shown = (loader: { state: (id: string) => RemoteState }) => {
    const state = loader.state('campaigns');
    return state.status === 'ready' ? state.remote : state.status;
  };

  const nextTurn = () => new Promise((resolve) => setTimeout(resolve));

  /** Waits until a condition holds; otherwise the test times out. */
  async function until(reached: () => boolean) {
    while (!reached()) await nextTurn();
  }

  afterEach(() => jest.restoreAllMocks());

  it('is shown to new visitors, and the old version is unmounted', async () => {
    const second: Remote = { routes: [] };
    const { loader, leave, ship, first } = await shownOnce({ 2: () => second });
    ship('2');
    leave();
    await Promise.resolve();
    loader.enter('campaigns');
    await until(() => shown(loader) === second);
    expect(first.dispose).toHaveBeenCalledTimes(1);
  });

  it('changes nothing under a page that is open', async () => {
    const { loader, ship, first, renewEntries } = await shownOnce();
    ship('2');
    loader.enter('campaigns');
    await until(() => loader.state('campaigns').status === 'ready');
    expect(shown(loader)).toBe(first);
    expect(renewEntries).not.toHaveBeenCalled();
  });

  it('is shown from one page of the remote to the next, without keeping anybody waiting for the news', async () => {
    const second: Remote = { routes: [] };
    const { loader, leave, ship, first, renewEntries, states } = await shownOnce({
      2: () => second,
    });
    ship('2');
    leave();
    const leaveAgain = loader.enter('campaigns');
    expect(shown(loader)).toBe(first);
    expect(states).toEqual(['loading', 'ready']);
    await until(() => renewEntries.mock.calls.length === 1);
    await nextTurn();
    leaveAgain();
    loader.enter('campaigns');
    await until(() => shown(loader) === second);
  });

  it('that can’t be loaded leaves the old one in place, and is reported and tried again', async () => {
    const second: Remote = { routes: [] };
    let well = false;
    const { loader, leave, ship, first, report } = await shownOnce({
      2: () => {
        if (!well) throw new Error('broken');
        return second;
      },
    });
    ship('2');
    leave();
    await Promise.resolve();
    const leaveAgain = loader.enter('campaigns');
    await until(() => shown(loader) === first);
    expect(report).toHaveBeenCalledTimes(1);
    expect(first.dispose).not.toHaveBeenCalled();
    await expect(loader.load('campaigns')).resolves.toBe(first);
    well = true;
    leaveAgain();
    await Promise.resolve();
    timePasses();
    loader.enter('campaigns');
    await until(() => shown(loader) === second);
  });

  it('keeps the current version if the new one is unknown', async () => {
    const { loader, leave, first, renewEntries } = await shownOnce();
    renewEntries.mockRejectedValue(new Error('offline'));
    leave();
    await Promise.resolve();
    loader.enter('campaigns');
    expect(shown(loader)).toBe('loading');
    await until(() => shown(loader) === first);
  });

  it('is requested for a failed remote', async () => {
    const second: Remote = { routes: [] };
    const { loader, entries, renewEntries } = loaderOf(async ({ version }) => {
      if (version === '1') throw new Error('broken');
      return { create: () => second };
    });
    renewEntries.mockImplementation(async () => {
      entries[0] = newer('2');
    });
    await expect(loader.load('campaigns')).rejects.toThrow('broken');
    await expect(loader.reload('campaigns')).resolves.toBe(second);
  });
});
