import type { RouteCall } from '@tomekeeper/contracts-federation';
import type { Http, HttpOptions } from '@tomekeeper/remote-kit';

/** Older responses are discarded. */
const MAX_AGE_MS = 10_000;

/** Responses that were requested before the remote of a page asked for them. */
export interface EarlyCalls {
  /** Requests the paths. */
  start: (paths: readonly string[]) => void;
  /** Client for remotes, which hands each response over once. Their own requests follow a failed one. */
  http: Http;
  /** Discards all responses that are not handed over yet. */
  clear: () => void;
}

export function createEarlyCalls(http: Http): EarlyCalls {
  const calls = new Map<string, Promise<Response>>();

  function take(path: string, { method = 'GET', body, viewAs, ifNoneMatch, accept }: HttpOptions) {
    // A change may concern the other responses.
    if (method !== 'GET') calls.clear();
    if ([body, viewAs, ifNoneMatch, accept].some((given) => given !== undefined)) return undefined;
    const response = calls.get(path);
    calls.delete(path);
    return response;
  }

  return {
    start(paths) {
      for (const path of paths) {
        const response = http(path);
        calls.set(path, response);
        // The request of the remote shows the error.
        response.catch(() => calls.delete(path));
      }
      setTimeout(() => calls.clear(), MAX_AGE_MS);
    },
    async http(path, options = {}) {
      const response = await take(path, options)?.catch(() => undefined);
      options.signal?.throwIfAborted();
      return response ?? http(path, options);
    },
    clear: () => calls.clear(),
  };
}

/**
 * API paths that a page requests first. Pages with a query request other data, such as that of an impersonated viewer.
 * @param params of the page's route
 */
export function pathsToStart(
  calls: readonly RouteCall[],
  params: Readonly<Record<string, string | undefined>>,
  { search, hash }: { search: string; hash: string },
): string[] {
  if (search) return [];
  return calls.flatMap(({ path, fragment = hash && '#' }) => {
    if (fragment ? !hash.startsWith(fragment) : hash) return [];
    const values: typeof params = { ...params, fragment: hash.slice(fragment.length) };
    return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  });
}
