import { NetworkError, type Http, type HttpOptions } from '../shell-api';
import { fromLaterRelease } from './later-release';

/** A call that a remote made. */
export interface FakeCall {
  method: NonNullable<HttpOptions['method']>;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  /** What stood in the places of the route's `:names`. */
  params: Readonly<Record<string, string>>;
  body: unknown;
  /** Whom a GM views as. */
  viewAs?: string | undefined;
  /** Which answer the remote has kept. */
  ifNoneMatch?: string | undefined;
}

export type FakeAnswer = (call: FakeCall) => Response | Promise<Response>;

interface Route {
  name: string;
  answer: FakeAnswer;
}

/** The product API, faked at its edge: real requests come in, real `Response` objects go out. */
export class FakeServer {
  readonly calls: FakeCall[] = [];
  private readonly routes: Route[] = [];

  /**
   * Answers a route, such as `GET /api/campaigns/:id/`. The latest answer to a route stands.
   * @returns itself, for the next route
   */
  on(route: string, answer: FakeAnswer): this {
    this.routes.unshift({ name: route, answer });
    return this;
  }

  /** The calls to a route so far. */
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

/** A JSON answer, always as of a later release: no remote may mind a field that it does not know. */
export function answer(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(fromLaterRelease(body)), {
    status,
    headers: { 'content-type': 'application/json' },
  });
}

/** An answer without a body. */
export function noContent(): Response {
  return new Response(null, { status: 204 });
}

/** A problem answer; `more` adds refused fields or another code. */
export function refuse(status: number, detail: string, more: Record<string, unknown> = {}) {
  return new Response(JSON.stringify({ status, code: 'test.refused', detail, ...more }), {
    status,
    headers: { 'content-type': 'application/problem+json' },
  });
}

/** A refusal without a sentence, as a proxy on the way would give. */
export function refuseSilently(status: number): Response {
  return new Response('<h1>Bad gateway</h1>', { status });
}

/** No answer comes: the line is cut. */
export function cutOff(): never {
  throw new NetworkError();
}

/** An answer that comes when the test says so. */
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
