import { ApiError } from './api-error';

/** What a screen says about a call that failed: a sentence, and the reason on a line of its own. */
export interface Failure {
  message: string;
  reason?: string;
  /** What leads to the lines of the log; only where the fault is ours. */
  reference?: string;
}

/** The server's sentence, else the given text; for the rows 'detail, or …' of the error catalogue. */
export function detailOrText(error: unknown, text: string): Failure {
  if (error instanceof ApiError && error.detail)
    return { message: error.detail, reference: referenceOf(error) };
  return textThenDetail(error, text);
}

/** The given text, with the server's sentence after it; for the fixed texts of the error catalogue. */
export function textThenDetail(error: unknown, text: string): Failure {
  return { message: text, reason: reasonOf(error), reference: referenceOf(error) };
}

/** The id of the failed call, unless the server had its reasons. */
function referenceOf(error: unknown): string | undefined {
  if (error instanceof ApiError && error.status < 500) return undefined;
  const id: unknown = (error as { correlationId?: unknown } | undefined)?.correlationId;
  return typeof id === 'string' ? id : undefined;
}

function reasonOf(error: unknown): string | undefined {
  if (error instanceof ApiError) return error.detail;
  return isNetworkError(error) ? error.message : undefined;
}

/**
 * No answer came. Known by its name: the shell that throws it and the remote that asks have each
 * bundled a class of their own.
 */
export function isNetworkError(error: unknown): error is Error {
  return error instanceof Error && error.name === 'NetworkError';
}
