import {
  FEDERATION_CONTRACT_VERSION,
  satisfiesContract,
  type RegistryEntry,
} from '@tomekeeper/contracts-federation';
import type { Remote, RemoteModule, ShellApi } from '@tomekeeper/remote-kit';
import type { Reporter } from '../../../reporting/report';

/** product.md, section 9: chunk load timeout. */
const LOAD_TIMEOUT_MS = 120_000;

/** Maximum wait for the registry before the last known version is rendered. */
const REGISTRY_TIMEOUT_MS = 400;
/** Younger registry entries are not refetched. */
const FRESH_MS = 2_000;
/** Maximum wait for a newer version if an older one is loaded; then the older one is rendered. */
const NEWER_VERSION_TIMEOUT_MS = 5_000;

/** Loads a remote's module into the page. */
export interface RemoteSource {
  /** @param attempt 1 at first; a higher attempt must not reuse an earlier failure */
  load: (entry: RegistryEntry, attempt: number) => Promise<unknown>;
}

type Ready = { status: 'ready'; remote: Remote };
export type RemoteState =
  | { status: 'idle' }
  | { status: 'loading' }
  | Ready
  /** Loaded but not rendered: a newer version may replace it on the next `enter`. */
  | { status: 'loaded-not-shown'; remote: Remote }
  | { status: 'failed'; error: unknown };

export interface RemoteLoader {
  state: (id: string) => RemoteState;
  /** @returns unsubscribe function */
  subscribe: (listener: (id: string) => void) => () => void;
  /** Joins a pending load; starts a new one after a failure. */
  load: (id: string) => Promise<Remote>;
  /**
   * Starts rendering the remote in its current version.
   * @returns function that ends it
   */
  enter: (id: string) => () => void;
  /** Preloads a link's remote. */
  prepare: (id: string) => void;
  /** Disposes the loaded remote and loads it again. */
  reload: (id: string) => Promise<Remote>;
}

/** The remote requires another contract version; retrying cannot help. */
export class ContractMismatchError extends Error {
  override readonly name = 'ContractMismatchError';
  constructor(id: string, requires: string) {
    super(
      `The remote '${id}' requires contract ${requires}; this shell has ${FEDERATION_CONTRACT_VERSION}.`,
    );
  }
}

const IDLE: RemoteState = { status: 'idle' };

/** Loads each remote once, on demand, and tracks its state. */
export function createRemoteLoader(options: {
  /** Last response of the registry. */
  entries: readonly RegistryEntry[];
  /** Updates `entries` in place. */
  renewEntries: () => Promise<void>;
  source: RemoteSource;
  shell: () => ShellApi;
  /** Preloads the code of the remote's current page, so that the user sees one loading state instead of two. */
  loadPage?: (id: string, remote: Remote) => Promise<unknown>;
  report: Reporter;
  timeoutMs?: number;
}): RemoteLoader {
  const { entries, source, shell, report, timeoutMs: firstTimeoutMs = LOAD_TIMEOUT_MS } = options;
  const states = new Map<string, RemoteState>();
  const loads = new Map<string, Promise<Remote>>();
  const loaded = new Map<string, string>();
  const attempts = new Map<string, number>();
  const places = new Map<string, number>();
  const listeners = new Set<(id: string) => void>();
  let renewing: Promise<void> | undefined;
  let renewedAt = Date.now();

  const set = (id: string, state: RemoteState) => {
    states.set(id, state);
    listeners.forEach((listener) => listener(id));
  };
  const entryOf = (id: string) => entries.find((candidate) => candidate.id === id);

  function renew(): Promise<void> {
    if (Date.now() - renewedAt < FRESH_MS) return Promise.resolve();
    renewing ??= options.renewEntries().then(
      () => {
        renewedAt = Date.now();
        renewing = undefined;
      },
      // Keep the current entries.
      () => (renewing = undefined),
    );
    return Promise.race([renewing, new Promise<void>((go) => setTimeout(go, REGISTRY_TIMEOUT_MS))]);
  }

  async function attempt(id: string, timeoutMs: number): Promise<Remote> {
    await renew();
    const entry = entryOf(id);
    if (!entry) throw new Error(`No remote '${id}' is registered.`);
    const { requires } = entry.manifest;
    if (!satisfiesContract(FEDERATION_CONTRACT_VERSION, requires)) {
      throw new ContractMismatchError(id, requires);
    }
    const number = (attempts.get(entry.base_url) ?? 0) + 1;
    attempts.set(entry.base_url, number);
    const module = await within(timeoutMs, source.load(entry, number), id);
    if (!isRemoteModule(module)) throw new Error(`The remote '${id}' exports no create().`);
    const remote = module.create(shell());
    loaded.set(id, entry.version);
    await within(timeoutMs, Promise.resolve(options.loadPage?.(id, remote)), id).catch(() => {
      // The page loads the remote again and shows the error.
    });
    return remote;
  }

  /** @param old rendered again if the newer version fails */
  function begin(id: string, old?: Ready): Promise<Remote> {
    const load = attempt(id, old ? NEWER_VERSION_TIMEOUT_MS : firstTimeoutMs);
    loads.set(id, load);
    set(id, { status: 'loading' });
    load.then(
      (remote) => {
        if (loads.get(id) !== load) return;
        old?.remote.dispose?.();
        set(id, { status: 'ready', remote });
      },
      (error: unknown) => {
        report(error, { remote: id, where: 'load' });
        if (loads.get(id) !== load) return;
        // Refetch the registry next time: another version may be live by then.
        renewedAt = 0;
        if (old) loads.set(id, Promise.resolve(old.remote));
        else loads.delete(id);
        set(id, old ?? { status: 'failed', error });
      },
    );
    return load;
  }

  const load = (id: string) => loads.get(id) ?? begin(id);

  /** @param isNew false if the user navigates within the remote: then the old version stays visible */
  async function showNewest(id: string, remote: Remote, isNew: boolean): Promise<void> {
    const old: Ready = { status: 'ready', remote };
    const waiting: RemoteState = { status: 'loading' };
    const renewed = renew();
    if (isNew) {
      set(id, waiting);
      await renewed;
      if (states.get(id) !== waiting) return;
    }
    if (entryOf(id)?.version !== loaded.get(id)) await begin(id, old);
    else if (isNew) set(id, old);
  }

  return {
    state: (id) => states.get(id) ?? IDLE,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    load,
    enter(id) {
      const shown = places.get(id) ?? 0;
      places.set(id, shown + 1);
      const state = states.get(id);
      const isNew = state?.status === 'loaded-not-shown';
      const showing =
        isNew || (state?.status === 'ready' && shown === 0)
          ? showNewest(id, state.remote, isNew)
          : load(id);
      showing.catch(() => {
        // The loader reported the error, and the state renders the panel.
      });
      return () => {
        places.set(id, (places.get(id) ?? 0) - 1);
        // Deferred, so that navigating between two pages of a remote does not mark it as left.
        queueMicrotask(() => {
          const left = states.get(id);
          if (left?.status === 'ready' && !places.get(id))
            states.set(id, { ...left, status: 'loaded-not-shown' });
        });
      };
    },
    prepare(id) {
      const { status } = states.get(id) ?? IDLE;
      if (status === 'loaded-not-shown') void renew();
      if (status === 'idle')
        load(id).catch(() => {
          // Reported already; following the link retries.
        });
    },
    reload(id) {
      const state = states.get(id);
      if (state?.status === 'ready') state.remote.dispose?.();
      renewedAt = 0;
      return begin(id);
    },
  };
}

function isRemoteModule(module: unknown): module is RemoteModule {
  return (
    typeof module === 'object' &&
    module !== null &&
    'create' in module &&
    typeof module.create === 'function'
  );
}

async function within<Value>(ms: number, work: Promise<Value>, id: string): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`The remote '${id}' did not load within ${ms / 1000} s.`)),
      ms,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
