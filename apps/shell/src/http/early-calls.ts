import type { Http, HttpOptions } from '@tomekeeper/remote-kit';
import type { AppHistory } from '../routing/history';
import { nextPaint, whenIdle } from '../start/paint';

/** Older responses are discarded. */
const MAX_AGE_MS = 10_000;

/** Responses that were requested before the remote of a page asked for them. */
export interface EarlyCalls {
  /**
   * Client for remotes, which hands each response over once. Their own requests follow a failed one. Other requests for data wait
   * until the page's text is painted.
   */
  http: Http;
  /** Resolves once the page has rendered the responses. */
  textPainted: Promise<void>;
  /** Discards all responses that are not handed over yet. */
  clear: () => void;
}

/**
 * @param http client that sends the remaining requests
 * @param getIdToken token of the session
 * @param first calls of the first script, whose responses are used if the session has the same token
 * @param history requests of the next page wait for nothing
 */
export function createEarlyCalls(
  http: Http,
  getIdToken: () => Promise<string | undefined>,
  { paths, token, responses }: NonNullable<Window['firstCalls']>,
  history: Pick<AppHistory, 'place' | 'subscribe'>,
): EarlyCalls {
  const calls = new Map<string, Promise<Response | undefined>>();
  /** Bodies of the responses. */
  const bodies: Promise<unknown>[] = [];
  let release = () => {};
  const textPainted = new Promise<void>((resolve) => (release = resolve));

  for (const path of paths) {
    const response = findResponse(path).catch(() => undefined);
    calls.set(path, response);
    bodies.push(response.then((found) => found?.clone().arrayBuffer()).catch(() => undefined));
  }
  setTimeout(clear, MAX_AGE_MS);
  const { pathname } = history.place();
  history.subscribe(() => {
    if (history.place().pathname !== pathname) clear();
  });
  if (paths.length === 0) release();

  /** Undefined for an error: the remote's own request handles it. */
  async function findResponse(path: string): Promise<Response | undefined> {
    const current = await getIdToken();
    if (!current) return undefined;
    const sent = current === token ? responses[path] : undefined;
    if (!sent) return http(path);
    const response = await sent;
    return response.ok ? response : undefined;
  }

  function clear() {
    calls.clear();
    release();
  }

  function take(path: string) {
    const response = calls.get(path);
    if (!response) return undefined;
    calls.delete(path);
    if (calls.size === 0)
      void Promise.all(bodies).then(() => whenIdle(() => void nextPaint().then(release)));
    return response;
  }

  return {
    textPainted,
    clear,
    async http(path, options = {}) {
      // A change may concern the other responses.
      if (options.method && options.method !== 'GET') clear();
      const taken = isPlain(options) ? take(path) : undefined;
      const response = await (taken ?? textPainted);
      options.signal?.throwIfAborted();
      return response ?? http(path, options);
    },
  };
}

/** Whether a request differs from others by its path only. */
const isPlain = ({ method = 'GET', body, viewAs, ifNoneMatch, accept }: HttpOptions) =>
  method === 'GET' && [body, viewAs, ifNoneMatch, accept].every((given) => given === undefined);
