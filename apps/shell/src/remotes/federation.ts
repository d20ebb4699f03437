import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import type { RegistryEntry } from '@tomekeeper/contracts-federation';
import { LOAD_TIMEOUT_MS, type RemoteSource } from './remote-loader';

/**
 * Loads remotes with the federation runtime; nothing else in the shell knows it.
 *
 * The runtime keeps a failed entry for good. Registering the remote again with `force` forgets it,
 * and the changed URL gets past a script element that still hangs and past a cached failure.
 */
export const federationSource: RemoteSource = {
  async load({ base_url: baseUrl, manifest }: RegistryEntry, attempt) {
    applyProductTimeout();
    const retry = attempt > 1 ? `?attempt=${attempt}` : '';
    registerRemotes([{ name: manifest.container, entry: `${baseUrl}${manifest.entry}${retry}` }], {
      force: attempt > 1,
    });
    return loadRemote<unknown>(`${manifest.container}/remote`);
  },
};

let timeoutSet = false;

/** The runtime gives a remote's entry 20 s by default; the product gives every chunk 120 s. */
function applyProductTimeout() {
  if (timeoutSet) return;
  timeoutSet = true;
  registerPlugins([
    { name: 'product-timeout', createScript: () => ({ timeout: LOAD_TIMEOUT_MS }) },
  ]);
}
