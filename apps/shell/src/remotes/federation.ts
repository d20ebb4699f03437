import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import type { RegistryEntry } from '@tomekeeper/contracts-federation';
import { LOAD_TIMEOUT_MS, type RemoteSource } from './remote-loader';

declare global {
  interface Window {
    /**
     * What files must be: chunks by their names in the build, entries of remotes by their addresses. The first script
     * has put the shell's chunks there.
     */
    sri?: Record<string, string | undefined>;
  }
}

/**
 * Loads remotes with the federation runtime; nothing else in the shell knows it.
 *
 * The runtime keeps a failed entry for good, and an old version. Registering the remote again with `force`
 * forgets it, and the changed URL gets past a script element that still hangs and past a cached failure.
 */
export const federationSource: RemoteSource = {
  async load({ base_url: baseUrl, integrity, manifest }: RegistryEntry, attempt) {
    setUpScripts();
    const retry = attempt > 1 ? `?attempt=${attempt}` : '';
    const entry = new URL(`${baseUrl}${manifest.entry}${retry}`, window.location.origin).href;
    window.sri = { ...window.sri, ...manifest.files, [entry]: integrity };
    registerRemotes([{ name: manifest.container, entry }], { force: true });
    try {
      return await loadRemote<unknown>(`${manifest.container}/remote`);
    } catch (error) {
      if (!integrity) throw error;
      const { reasonOf } = await import('./integrity-error');
      throw await reasonOf(error, entry, integrity);
    }
  },
};

let areSetUp = false;

/**
 * The runtime gives a remote's entry 20 s by default, the product gives every chunk 120 s; and browsers
 * run none that is not what the registry says.
 */
function setUpScripts() {
  if (areSetUp) return;
  areSetUp = true;
  registerPlugins([
    {
      name: 'product-scripts',
      createScript({ url }) {
        const script = document.createElement('script');
        script.integrity = window.sri?.[url] ?? '';
        return { script, timeout: LOAD_TIMEOUT_MS };
      },
    },
  ]);
}
