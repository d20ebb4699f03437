import type { Http, HttpOptions } from '@tomekeeper/remote-kit';
import type { AppHistory } from '../routing/history';
import { nextPaint, whenIdle } from '../paint/paint';

/** Older responses are discarded. */
const MAX_AGE_MS = 10_000;
/** Pages that are never idle do not hold requests back. */
const MAX_BUSY_MS = 3_000;

/** Responses that were requested before the remote of a page asked for them. */
export interface EarlyCalls {
  /**
   * Client for remotes, which hands each response over once. Their own requests follow a failed one. Other requests for data wait
   * until the page's text is painted.
   */
  http: Http;
  /** Resolves once the page has rendered the responses that it has requested. */
  textPainted: () => Promise<void>;
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
  /** Bodies of the responses that the page has requested. */
  const taken: Promise<unknown>[] = [];
  let painted: Promise<void> | undefined;
  let release = () => {};
  const cleared = new Promise<void>((resolve) => (release = resolve));

  for (const path of paths) {
    const response = findResponse(path).catch(() => undefined);
    calls.set(path, response);
  }
  setTimeout(clear, MAX_AGE_MS);
  const { pathname } = history.place();
  history.subscribe(() => {
    if (history.place().pathname !== pathname) clear();
  });

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
    taken.push(response.then((found) => found?.clone().arrayBuffer()).catch(() => undefined));
    return response;
  }

  /** The page may take further responses while it renders the first ones, and may not need all. */
  async function waitForPaint() {
    for (let count = -1; count < taken.length;) {
      count = taken.length;
      await Promise.all(taken);
      await new Promise<void>((resolve) => {
        whenIdle(resolve);
        setTimeout(resolve, MAX_BUSY_MS);
      });
      await nextPaint();
    }
  }
  const textPainted = () => (painted ??= Promise.race([waitForPaint(), cleared]));

  return {
    textPainted,
    clear,
    async http(path, options = {}) {
      // A change may concern the other responses.
      if (options.method && options.method !== 'GET') {
        calls.clear();
        return http(path, options);
      }
      const given = isPlain(options) ? take(path) : undefined;
      const response = await (given ?? textPainted());
      options.signal?.throwIfAborted();
      return response ?? http(path, options);
    },
  };
}

/** Whether a request differs from others by its path only. */
const isPlain = ({ method = 'GET', body, viewAs, ifNoneMatch, accept }: HttpOptions) =>
  method === 'GET' && [body, viewAs, ifNoneMatch, accept].every((given) => given === undefined);
