import {
  FEDERATION_CONTRACT_VERSION,
  satisfiesContract,
  type RegistryEntry,
} from '@tomekeeper/contracts-federation';
import type { Remote, RemoteModule, ShellApi } from '@tomekeeper/remote-kit';
import type { Reporter } from '../reporting/report';

/** product.md, section 9: chunk load time-out. */
export const LOAD_TIMEOUT_MS = 120_000;

/** Brings a remote's module into the page. */
export interface RemoteSource {
  /** @param attempt 1 at first; a higher one must not be answered from an earlier failure */
  load: (entry: RegistryEntry, attempt: number) => Promise<unknown>;
}

export type RemoteState =
  | { status: 'idle' }
  | { status: 'loading' }
  | { status: 'ready'; remote: Remote }
  | { status: 'failed'; error: unknown };

export interface RemoteLoader {
  state: (id: string) => RemoteState;
  /** @returns the function that stops it */
  subscribe: (listener: (id: string) => void) => () => void;
  /** Joins a load that is under way; begins anew after a failure. */
  load: (id: string) => Promise<Remote>;
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
  entries: readonly RegistryEntry[];
  source: RemoteSource;
  shell: () => ShellApi;
  report: Reporter;
  timeoutMs?: number;
}): RemoteLoader {
  const { entries, source, shell, report, timeoutMs = LOAD_TIMEOUT_MS } = options;
  const states = new Map<string, RemoteState>();
  const loads = new Map<string, Promise<Remote>>();
  const attempts = new Map<string, number>();
  const listeners = new Set<(id: string) => void>();

  const set = (id: string, state: RemoteState) => {
    states.set(id, state);
    listeners.forEach((listener) => listener(id));
  };

  async function attempt(id: string): Promise<Remote> {
    const entry = entries.find((candidate) => candidate.id === id);
    if (!entry) throw new Error(`No remote '${id}' is registered.`);
    const { requires } = entry.manifest;
    if (!satisfiesContract(FEDERATION_CONTRACT_VERSION, requires)) {
      throw new ContractMismatchError(id, requires);
    }
    const number = (attempts.get(id) ?? 0) + 1;
    attempts.set(id, number);
    const module = await within(timeoutMs, source.load(entry, number), id);
    if (!isRemoteModule(module)) throw new Error(`The remote '${id}' exports no create().`);
    return module.create(shell());
  }

  function begin(id: string): Promise<Remote> {
    const load = attempt(id);
    loads.set(id, load);
    set(id, { status: 'loading' });
    load.then(
      (remote) => {
        if (loads.get(id) === load) set(id, { status: 'ready', remote });
      },
      (error: unknown) => {
        report(error, { remote: id, where: 'load' });
        if (loads.get(id) !== load) return;
        loads.delete(id);
        set(id, { status: 'failed', error });
      },
    );
    return load;
  }

  return {
    state: (id) => states.get(id) ?? IDLE,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    load: (id) => loads.get(id) ?? begin(id),
    reload(id) {
      const state = states.get(id);
      if (state?.status === 'ready') state.remote.dispose?.();
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
