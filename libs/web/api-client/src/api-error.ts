import { fieldError, type Problem } from '@tomekeeper/contracts-problem';

/** The server refused a call. `detail` is its sentence for the person, when it sent one. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly status: number,
    readonly problem: Problem | undefined,
    /** What the lines of the log about this call carry. */
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
  /** First sentence about a refused field. */
  field(name: string): string | undefined {
    return fieldError(this.problem, name);
  }
}

/** The server's sentence when it sent one, else the text given. */
export function detailOr(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.detail) || fallback;
}
