import type { TestPerson } from './test-identity';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE' | 'PUT';

export type Call = {
  /** Left out: a visitor. */
  readonly as?: TestPerson | undefined;
  readonly token?: string | undefined;
  /** Strings are sent unchanged, other values as JSON. */
  readonly body?: unknown;
  /** In addition to the headers of credential and body. */
  readonly headers?: Record<string, string>;
};

type InjectedRequest = {
  method: Method;
  url: string;
  headers: Record<string, string>;
  payload?: string;
};

/** A Nest application on Fastify that can be called without a port. */
type Callable = {
  inject(request: InjectedRequest): Promise<{
    statusCode: number;
    headers: Record<string, unknown>;
    body: string;
  }>;
};

/** Calls of an application by people of the test identity. */
export const caller =
  (app: Callable) =>
  async (method: Method, url: string, { as, token = as?.token, body, headers }: Call = {}) => {
    const payload = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await app.inject({
      method,
      url,
      headers: {
        ...headers,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(payload === undefined ? {} : { payload }),
    });
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: bodyOf(answer),
    };
  };

export type Caller = ReturnType<typeof caller>;

/** Event streams are returned as text, all other bodies as JSON. */
function bodyOf({ headers, body }: { headers: Record<string, unknown>; body: string }) {
  if (body === '') return undefined;
  const isStream = String(headers['content-type']).startsWith('text/event-stream');
  return isStream ? body : JSON.parse(body);
}
