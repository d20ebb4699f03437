import { problem, type Problem } from '@tomekeeper/contracts-problem';
import type { z } from 'zod';
import { ApiError } from './api-error';

/** The shell's `http`, seen from here. */
export type Transport = (
  path: string,
  options?: {
    method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
    body?: unknown;
    signal?: AbortSignal;
    viewAs?: string;
  },
) => Promise<Response>;

interface Call<Answer> {
  body?: unknown;
  signal?: AbortSignal;
  /** Whom a GM views as; see the shell's `http`. */
  viewAs?: string | undefined;
  /** Shape of the answer; unknown fields are dropped. Without it the answer is ignored. */
  answer?: z.ZodType<Answer>;
}

export interface ApiClient {
  get<Answer>(path: string, call: Call<Answer>): Promise<Answer>;
  post<Answer = void>(path: string, call?: Call<Answer>): Promise<Answer>;
  patch<Answer = void>(path: string, call?: Call<Answer>): Promise<Answer>;
  delete<Answer = void>(path: string, call?: Call<Answer>): Promise<Answer>;
}

/**
 * Calls to the product API that parse the answer by its contract.
 * Every method throws {@link ApiError} when the server refuses, and whatever `transport` throws.
 */
export function createApiClient(transport: Transport): ApiClient {
  async function call<Answer>(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    { body, signal, viewAs, answer }: Call<Answer> = {},
  ): Promise<Answer> {
    const response = await transport(path, {
      method,
      body,
      signal,
      ...(viewAs !== undefined && { viewAs }),
    });
    const correlationId = response.headers.get('x-correlation-id') ?? undefined;
    if (!response.ok)
      throw new ApiError(response.status, await readProblem(response), correlationId);
    if (!answer) return undefined as Answer;
    const read = answer.safeParse(await readJson(response));
    if (!read.success) throw Object.assign(read.error, { correlationId });
    return read.data;
  }
  return {
    get: (path, options) => call('GET', path, options),
    post: (path, options) => call('POST', path, options),
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
