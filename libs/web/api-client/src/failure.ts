import { ApiError } from './api-error';

/** Screen message for a failed call, with the reason on a separate line. */
export interface Failure {
  message: string;
  reason?: string;
  /** Correlation id for the logs; only for errors on our side. */
  reference?: string;
}

/** The server's message or else the given text; for the error catalogue's rows 'detail, or …'. */
export function detailOrText(error: unknown, text: string): Failure {
  if (error instanceof ApiError && error.detail)
    return { message: error.detail, reference: referenceOf(error) };
  return textThenDetail(error, text);
}

/** The given text followed by the server's message; for the error catalogue's fixed texts. */
export function textThenDetail(error: unknown, text: string): Failure {
  return { message: text, reason: reasonOf(error), reference: referenceOf(error) };
}

/** Correlation id of the call, unless the error is a 4xx. */
function referenceOf(error: unknown): string | undefined {
  if (error instanceof ApiError && error.status < 500) return undefined;
  const id: unknown = (error as { correlationId?: unknown } | undefined)?.correlationId;
  return typeof id === 'string' ? id : undefined;
}

function reasonOf(error: unknown): string | undefined {
  if (error instanceof ApiError) return error.detail;
  return isNetworkError(error) ? error.message : undefined;
}

/** Whether no response arrived. Compares the name because shell and remote bundle different copies of the class. */
export function isNetworkError(error: unknown): error is Error {
  return error instanceof Error && error.name === 'NetworkError';
}
