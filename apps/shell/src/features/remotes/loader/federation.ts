import type { RegistryEntry } from '@tomekeeper/contracts-federation';
import type { RemoteSource } from './remote-loader';

declare global {
  interface Window {
    /** Integrity hashes: chunks by file name, remote entries by URL. The first script adds the shell's chunks. */
    sri?: Record<string, string | undefined>;
  }
  /** Webpack: initializes the shared scope of that name. */
  function __webpack_init_sharing__(scope: string): unknown;
  /** Webpack: modules that remotes share instead of bundling their own copy. */
  var __webpack_share_scopes__: Record<string, object>;
}

/** Module Federation container of a remote. */
interface Container {
  init: (shared: object | undefined) => unknown;
  get: (name: string) => Promise<() => unknown>;
}

/** Name of the shared scope. */
const SCOPE = 'default';

/**
 * Loads remotes through the Module Federation container protocol, which avoids bundling the federation runtime's own loader; only
 * this module depends on the protocol.
 *
 * Every load runs the entry again, so that a failed or older version leaves no cached state. The changed URL bypasses a pending
 * script element and a cached failure.
 */
export const federationSource: RemoteSource = {
  async load({ base_url: baseUrl, integrity, manifest }: RegistryEntry, attempt) {
    const retry = attempt > 1 ? `?attempt=${attempt}` : '';
    const entry = new URL(`${baseUrl}${manifest.entry}${retry}`, window.location.origin).href;
    window.sri = { ...window.sri, ...manifest.files, [entry]: integrity };
    try {
      const container = await runEntry(entry, integrity, manifest.container);
      await __webpack_init_sharing__(SCOPE);
      await container.init(__webpack_share_scopes__[SCOPE]);
      const factory = await container.get('./remote');
      return factory();
    } catch (error) {
      if (!integrity) throw error;
      const { reasonOf } = await import('./integrity-error');
      throw await reasonOf(error, entry, integrity);
    }
  },
};

/**
 * Runs the entry script, which assigns its container to a global; browsers block a script whose hash differs from the registry's.
 */
function runEntry(src: string, integrity = '', name: string): Promise<Container> {
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src, integrity });
    script.onerror = () => reject(new Error(`${src} did not load.`));
    // Fires right after the script has run, so no other version of the remote can have run in between.
    script.onload = () => {
      const container = Reflect.get(window, name) as Container | undefined;
      // Clears the global, so that an entry that throws is not mistaken for the previous version.
      Reflect.set(window, name, undefined);
      if (container) resolve(container);
      else reject(new Error(`${src} does not export '${name}'.`));
    };
    document.head.append(script);
  });
}
