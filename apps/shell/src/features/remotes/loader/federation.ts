import type { RegistryEntry } from '@tomekeeper/contracts-federation';
import type { RemoteSource } from './remote-loader';

declare global {
  interface Window {
    /**
     * What files must be: chunks by their names in the build, entries of remotes by their addresses. The first script
     * has put the shell's chunks there.
     */
    sri?: Record<string, string | undefined>;
  }
  /** Webpack's: puts what the shell shares into the scope of that name. */
  function __webpack_init_sharing__(scope: string): unknown;
  /** Webpack's: what remotes may take instead of a copy of their own. */
  var __webpack_share_scopes__: Record<string, object>;
}

/** What Module Federation makes of a remote. */
interface Container {
  init: (shared: object | undefined) => unknown;
  get: (name: string) => Promise<() => unknown>;
}

/** Of all that is shared. */
const SCOPE = 'default';

/**
 * Loads remotes by the protocol that every container of Module Federation speaks, so that the part of the runtime that
 * loads remotes by itself is left out; nothing else in the shell knows of it.
 *
 * Every load runs the entry anew: a failure, or another version, leaves nothing behind that the next load would be
 * answered from. The changed URL gets past a script element that still hangs and past a cached failure.
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

/** Runs the script, which leaves its container under a global name; browsers run none that is not what the registry says. */
function runEntry(src: string, integrity = '', name: string): Promise<Container> {
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src, integrity });
    script.onerror = () => reject(new Error(`${src} did not load.`));
    // Comes right after the script has run: no other version of the remote can have run in between.
    script.onload = () => {
      const container = Reflect.get(window, name) as Container | undefined;
      // One that throws must not be taken for the version before it.
      Reflect.set(window, name, undefined);
      if (container) resolve(container);
      else reject(new Error(`${src} brought no '${name}'.`));
    };
    document.head.append(script);
  });
}
