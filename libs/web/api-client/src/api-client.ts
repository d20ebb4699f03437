import { problem, type Problem } from '@tomekeeper/contracts-problem';
import type { z } from 'zod';
import { ApiError } from './api-error';
import type { KeptAnswers } from './kept-answers';

/** Structural type of the shell's `http`. */
export type Transport = (
  path: string,
  options?: {
    method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
    body?: unknown;
    signal?: AbortSignal;
    viewAs?: string;
    ifNoneMatch?: string;
  },
) => Promise<Response>;

interface Call<Answer> {
  body?: unknown;
  signal?: AbortSignal;
  /** Impersonated viewer; see the shell's `http`. */
  viewAs?: string | undefined;
  /** Schema of the response; unknown fields are dropped. Without it the response body is ignored. */
  answer?: z.ZodType<Answer>;
  /** ETag cache for conditional requests. */
  kept?: KeptAnswers;
}

export interface ApiClient {
  get<Answer>(path: string, call: Call<Answer>): Promise<Answer>;
  post<Answer = void>(path: string, call?: Call<Answer>): Promise<Answer>;
  put<Answer = void>(path: string, call?: Call<Answer>): Promise<Answer>;
  patch<Answer = void>(path: string, call?: Call<Answer>): Promise<Answer>;
  delete<Answer = void>(path: string, call?: Call<Answer>): Promise<Answer>;
}

/**
 * Product API client that parses responses by their contract. Every method throws {@link ApiError} for error responses, and
 * rethrows errors of `transport`.
 */
export function createApiClient(transport: Transport): ApiClient {
  async function call<Answer>(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    { body, signal, viewAs, answer, kept }: Call<Answer> = {},
  ): Promise<Answer> {
    // Cached separately per viewer, because responses depend on the viewer.
    const known = kept?.find(path, viewAs);
    const response = await transport(path, {
      method,
      body,
      signal,
      ...(viewAs !== undefined && { viewAs }),
      ...(known && { ifNoneMatch: known.etag }),
    });
    if (known && response.status === 304) return known.answer as Answer;
    const correlationId = response.headers.get('x-correlation-id') ?? undefined;
    if (!response.ok)
      throw new ApiError(response.status, await readProblem(response), correlationId);
    if (!answer) return undefined as Answer;
    const read = answer.safeParse(await readJson(response));
    if (!read.success) throw Object.assign(read.error, { correlationId });
    const etag = response.headers.get('etag');
    if (etag) kept?.keep(path, viewAs, { etag, answer: read.data });
    return read.data;
  }
  return {
    get: (path, options) => call('GET', path, options),
    post: (path, options) => call('POST', path, options),
    put: (path, options) => call('PUT', path, options),
    patch: (path, options) => call('PATCH', path, options),
    delete: (path, options) => call('DELETE', path, options),
  };
}

/** Treats invalid JSON as no body; the schema decides whether that is allowed. */
async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (nameOf(error) === 'SyntaxError') return undefined;
    throw error; // the connection broke
  }
}

const nameOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'name' in error ? error.name : undefined;

async function readProblem(response: Response): Promise<Problem | undefined> {
  try {
    return problem.parse(await response.json());
  } catch {
    return undefined; // a proxy's error page or an empty body; callers use their fallback text
  }
}
