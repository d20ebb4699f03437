import { NetworkError, type Http, type HttpOptions } from '../shell-api';
import { fromLaterRelease } from './later-release';

/** A recorded request of a remote. */
export interface FakeCall {
  method: NonNullable<HttpOptions['method']>;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  /** Values of the route's `:names`. */
  params: Readonly<Record<string, string>>;
  body: unknown;
  /** Impersonated viewer. */
  viewAs?: string | undefined;
  /** ETag of the cached response. */
  ifNoneMatch?: string | undefined;
}

export type FakeAnswer = (call: FakeCall) => Response | Promise<Response>;

interface Route {
  name: string;
  answer: FakeAnswer;
}

/** Fake product API at the network boundary: accepts real requests and returns real `Response` objects. */
export class FakeServer {
  readonly calls: FakeCall[] = [];
  private readonly routes: Route[] = [];

  /**
   * Registers a response for a route such as `GET /api/campaigns/:id/`; the latest one wins.
   * @returns itself, for chaining
   */
  on(route: string, answer: FakeAnswer): this {
    this.routes.unshift({ name: route, answer });
    return this;
  }

  /** Recorded requests of a route. */
  callsTo(route: string): readonly FakeCall[] {
    return this.calls.filter((call) => match(route, call.method, call.path));
  }

  readonly http: Http = async (path, options = {}) => {
    const { method = 'GET', body, signal, viewAs, ifNoneMatch } = options;
    const url = new URL(path, 'http://product.test');
    for (const { name, answer } of this.routes) {
      const params = match(name, method, url.pathname);
      if (!params) continue;
      const asked = { method, body, viewAs, ifNoneMatch };
      const call = { ...asked, path: url.pathname, query: url.searchParams, params };
      this.calls.push(call);
      const response = await answer(call);
      signal?.throwIfAborted();
      return response;
    }
    throw new Error(`The test says no answer to ${method} ${url.pathname}.`);
  };
}

/** JSON response with extra unknown fields, as a later release may add: remotes must ignore them. */
export function answer(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(fromLaterRelease(body)), {
    status,
    headers: { 'content-type': 'application/json' },
  });
}

/** Response without a body. */
export function noContent(): Response {
  return new Response(null, { status: 204 });
}

/** Problem response; `more` adds field errors or another code. */
export function refuse(status: number, detail: string, more: Record<string, unknown> = {}) {
  return new Response(JSON.stringify({ status, code: 'test.refused', detail, ...more }), {
    status,
    headers: { 'content-type': 'application/problem+json' },
  });
}

/** Error response without a problem body, as from a proxy. */
export function refuseSilently(status: number): Response {
  return new Response('<h1>Bad gateway</h1>', { status });
}

/** Simulates a broken connection. */
export function cutOff(): never {
  throw new NetworkError();
}

/** Response that the test releases. */
export function held(): { promise: Promise<Response>; release: (response: Response) => void } {
  let release: (response: Response) => void = () => {};
  const promise = new Promise<Response>((resolve) => {
    release = resolve;
  });
  return { promise, release };
}

function match(route: string, method: string, path: string): Record<string, string> | undefined {
  const [wantedMethod, pattern = ''] = route.split(' ');
  if (wantedMethod !== method) return undefined;
  const wanted = pattern.split('/');
  const actual = path.split('/');
  if (wanted.length !== actual.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = actual[index] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(value);
    else if (part !== value) return undefined;
  }
  return params;
}
