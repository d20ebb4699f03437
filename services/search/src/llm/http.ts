import { readText } from './event-stream';

const MAX_RETRY_DELAY_MS = 600_000;

export class HttpStatusError extends Error {
  override readonly name = 'HttpStatusError';

  constructor(
    readonly status: number,
    readonly retryAfterMs = 0,
  ) {
    super(`status ${status}`);
  }
}

/** URL of a path below a base URL, with or without a trailing slash. */
export const endpoint = (base: string, path: string): string =>
  `${base.replace(/\/+$/, '')}/${path}`;

interface RequestOptions {
  key: string | undefined;
  signal: AbortSignal;
  body?: object;
  accept?: string;
}

/** Sends a POST request if there is a body, otherwise a GET request. @throws {HttpStatusError} */
export async function send(
  url: string,
  { key, signal, body, accept }: RequestOptions,
): Promise<{ headers: Headers; body: NonNullable<Response['body']> }> {
  const response = await fetch(url, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    // A redirect would send the key to another address.
    redirect: 'error',
    signal,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(accept !== undefined && { accept }),
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    },
  });
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    throw new HttpStatusError(response.status, retryDelayMs(response.headers.get('retry-after')));
  }
  return { headers: response.headers, body: response.body };
}

/** @returns the parsed response @throws {HttpStatusError} */
export const requestJson = async (url: string, options: RequestOptions): Promise<unknown> =>
  JSON.parse(await readText((await send(url, options)).body));

/** Parses a `Retry-After` header with seconds or a date; 0 if it is missing or invalid. */
function retryDelayMs(retryAfter: string | null): number {
  const delay = /^\d+$/.test(retryAfter ?? '')
    ? Number(retryAfter) * 1_000
    : Date.parse(retryAfter ?? '') - Date.now();
  return Math.min(Math.max(delay || 0, 0), MAX_RETRY_DELAY_MS);
}
