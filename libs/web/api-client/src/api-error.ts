import { fieldError, type Problem } from '@tomekeeper/contracts-problem';

/** Error response of the API. `detail` is its message for the user, if any. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly status: number,
    readonly problem: Problem | undefined,
    /** Correlation id of the call's log lines. */
    readonly correlationId?: string,
  ) {
    super(problem?.detail ?? `The server answered ${status}.`);
  }
  get detail(): string | undefined {
    return this.problem?.detail;
  }
  get code(): string | undefined {
    return this.problem?.code;
  }
  /** First error message of an invalid field. */
  field(name: string): string | undefined {
    return fieldError(this.problem, name);
  }
}

/** The server's message, or the fallback. */
export function detailOr(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.detail) || fallback;
}
