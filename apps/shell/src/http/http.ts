import { NetworkError, type Http, type HttpOptions } from '@tomekeeper/remote-kit';
import type { Reporter } from '../reporting/report';

/** Session functions that requests need. */
export interface Credentials {
  getIdToken: () => Promise<string | undefined>;
  expire: () => void;
}

const OWN_API = '/api/';

/**
 * Client for the product's own API. On a 401 with a session it retries once with a newer token, if there is one; otherwise the
 * session expires.
 */
export function createHttp(
  credentials: Credentials,
  report: Reporter,
  fetch: typeof globalThis.fetch = (...args) => globalThis.fetch(...args),
): Http {
  async function send(path: string, options: HttpOptions, token: string | undefined) {
    const { method = 'GET', body, signal, viewAs, ifNoneMatch } = options;
    const headers = new Headers({ Accept: options.accept ?? 'application/json' });
    if (token) headers.set('Authorization', `Bearer ${token}`);
    const isFile = body instanceof Blob;
    if (body !== undefined) headers.set('Content-Type', isFile ? body.type : 'application/json');
    if (viewAs !== undefined) headers.set('X-View-As', viewAs);
    if (ifNoneMatch !== undefined) headers.set('If-None-Match', ifNoneMatch);
    const response = await fetch(path, {
      method,
      headers,
      signal,
      credentials: 'omit',
      body: body === undefined || isFile ? body : JSON.stringify(body),
    });
    if (response.status > 499) report(response, { remote: 'shell', where: `api ${method}` });
    return response;
  }

  return async (path, options = {}) => {
    // The token must not reach any other URL, even if a remote passes one.
    if (!path.startsWith(OWN_API)) throw new Error(`http() serves paths below ${OWN_API} only.`);
    return asNetworkError(options.signal, async () => {
      const token = await credentials.getIdToken();
      const response = await send(path, options, token);
      if (response.status !== 401 || !token) return response;
      const newer = await credentials.getIdToken();
      const again = newer && newer !== token ? await send(path, options, newer) : response;
      if (again.status === 401) credentials.expire();
      return again;
    });
  };
}

/** Converts every failure without a response, except the caller's own abort, to a NetworkError. */
async function asNetworkError<Value>(
  signal: AbortSignal | undefined,
  call: () => Promise<Value>,
): Promise<Value> {
  try {
    return await call();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new NetworkError({ cause: error });
  }
}
