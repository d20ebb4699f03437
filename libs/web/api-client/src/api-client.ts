import { problem, type Problem } from '@tomekeeper/contracts-problem';
import type { z } from 'zod';
import { ApiError } from './api-error';
import type { KeptAnswers } from './kept-answers';

/** The shell's `http`, seen from here. */
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
  /** Whom a GM views as; see the shell's `http`. */
  viewAs?: string | undefined;
  /** Shape of the answer; unknown fields are dropped. Without it the answer is ignored. */
  answer?: z.ZodType<Answer>;
  /** Where the answer is kept, to be asked for the next time only if it is another by then. */
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
 * Calls to the product API that parse the answer by its contract.
 * Every method throws {@link ApiError} when the server refuses, and whatever `transport` throws.
 */
export function createApiClient(transport: Transport): ApiClient {
  async function call<Answer>(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    { body, signal, viewAs, answer, kept }: Call<Answer> = {},
  ): Promise<Answer> {
    // What one person is told is never what another is.
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

/** A body that is no JSON is nothing: the contract says whether nothing will do. */
async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (nameOf(error) === 'SyntaxError') return undefined;
    throw error; // the connection was cut on the way
  }
}

const nameOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'name' in error ? error.name : undefined;

async function readProblem(response: Response): Promise<Problem | undefined> {
  try {
    return problem.parse(await response.json());
  } catch {
    return undefined; // a proxy's page, or nothing at all: the caller has its own text then
  }
}
