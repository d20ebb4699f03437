import {
  FEDERATION_CONTRACT_VERSION,
  satisfiesContract,
  type RegistryEntry,
} from '@tomekeeper/contracts-federation';
import type { Remote, RemoteModule, ShellApi } from '@tomekeeper/remote-kit';
import type { Reporter } from '../../../reporting/report';

/** product.md, section 9: chunk load time-out. */
const LOAD_TIMEOUT_MS = 120_000;

/** Longest wait for the registry before the version known so far is shown. */
const REGISTRY_TIMEOUT_MS = 400;
/** Entries younger than this are not read again. */
const FRESH_MS = 2_000;
/** Longest wait for a newer version where an older one is loaded; then the older one is shown. */
const NEWER_VERSION_TIMEOUT_MS = 5_000;

/** Brings a remote's module into the page. */
export interface RemoteSource {
  /** @param attempt 1 at first; a higher one must not be answered from an earlier failure */
  load: (entry: RegistryEntry, attempt: number) => Promise<unknown>;
}

type Ready = { status: 'ready'; remote: Remote };
export type RemoteState =
  | { status: 'idle' }
  | { status: 'loading' }
  | Ready
  /** Loaded, and shown nowhere: when it is entered again, a newer version may replace it. */
  | { status: 'loaded-not-shown'; remote: Remote }
  | { status: 'failed'; error: unknown };

export interface RemoteLoader {
  state: (id: string) => RemoteState;
  /** @returns the function that stops it */
  subscribe: (listener: (id: string) => void) => () => void;
  /** Joins a load that is under way; begins anew after a failure. */
  load: (id: string) => Promise<Remote>;
  /** A place begins to show the remote, in the version that is live by now. @returns what ends it */
  enter: (id: string) => () => void;
  /** Preloads the remote behind a link. */
  prepare: (id: string) => void;
  /** Drops what is there and loads afresh. */
  reload: (id: string) => Promise<Remote>;
}

/** The remote speaks another version of the contract; loading it again from here can't help. */
export class ContractMismatchError extends Error {
  override readonly name = 'ContractMismatchError';
  constructor(id: string, requires: string) {
    super(
      `The remote '${id}' requires contract ${requires}; this shell has ${FEDERATION_CONTRACT_VERSION}.`,
    );
  }
}

const IDLE: RemoteState = { status: 'idle' };

/** Loads remotes once each, on demand, and remembers how it went. */
export function createRemoteLoader(options: {
  /** The registry's last answer. */
  entries: readonly RegistryEntry[];
  /** Brings `entries` up to date, in place. */
  renewEntries: () => Promise<void>;
  source: RemoteSource;
  shell: () => ShellApi;
  /** Brings what the remote's present page needs, so that one wait is shown and not two. */
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
      // Keep the entries we have.
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
      // The page asks for it again, and shows what is wrong.
    });
    return remote;
  }

  /** @param old is shown again when a newer version can't be */
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
        // Another version may be live by now.
        renewedAt = 0;
        if (old) loads.set(id, Promise.resolve(old.remote));
        else loads.delete(id);
        set(id, old ?? { status: 'failed', error });
      },
    );
    return load;
  }

  const load = (id: string) => loads.get(id) ?? begin(id);

  /** @param isNew false when the user only changes the page within the remote: then the old version stays visible */
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
        // It is reported, and the state shows the panel.
      });
      return () => {
        places.set(id, (places.get(id) ?? 0) - 1);
        // Going from one page of a remote to the next is one step.
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
          // Reported, and tried again when the link is followed.
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
