import { HttpException } from '@nestjs/common';
import { GENERAL_CODES, type Problem } from '@tomekeeper/contracts-problem';
import { UpstreamUnavailable } from '@tomekeeper/internal-http';
import { isDatabaseDown } from './database-down';
import { DomainError, type ErrorKind } from './domain-error';

/** A problem with what the answer needs beside its body. */
export interface ProblemAnswer {
  body: Problem;
  headers: Record<string, string>;
  /** True when we are to blame, so that the error is logged with its stack. */
  unexpected: boolean;
}

const STATUS: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-slow': 408,
  'too-large': 413,
  misdirected: 421,
  'too-many': 429,
  unavailable: 503,
};

/** Refusals that the framework makes itself, in our words. */
const FRAMEWORK: Record<number, { code: string; detail: string }> = {
  400: { code: GENERAL_CODES.malformed, detail: 'The request could not be understood.' },
  401: { code: GENERAL_CODES.unauthenticated, detail: 'Please sign in first.' },
  403: { code: GENERAL_CODES.forbidden, detail: 'You may not do this.' },
  404: { code: GENERAL_CODES.notFound, detail: 'There is nothing at this address.' },
  405: { code: GENERAL_CODES.methodNotAllowed, detail: 'This address does not take that method.' },
  413: { code: GENERAL_CODES.tooLarge, detail: 'The request is too large.' },
  415: { code: GENERAL_CODES.unsupportedMediaType, detail: 'Please send JSON.' },
  429: { code: GENERAL_CODES.tooMany, detail: 'Too many requests. Please wait a moment.' },
  503: {
    code: GENERAL_CODES.unavailable,
    detail: 'This part of the service is not available right now. Please try again in a moment.',
  },
};
const RETRY_AFTER_SECONDS = 5;

/** Turns anything thrown into the answer for the person; never a stack, SQL or path. */
export function toProblem(error: unknown, correlationId: string): ProblemAnswer {
  if (error instanceof DomainError) {
    const status = STATUS[error.kind];
    return {
      body: {
        status,
        code: error.code,
        detail: error.message,
        correlation_id: correlationId,
        ...error.fields,
      },
      headers: headersFor(status, error.retryAfter),
      unexpected: false,
    };
  }
  const status = error instanceof UpstreamUnavailable ? 503 : (refusalStatus(error) ?? 500);
  const known = FRAMEWORK[status];
  return {
    body: {
      status,
      code: known?.code ?? GENERAL_CODES.internal,
      detail: known?.detail ?? 'Something went wrong on our side. Please try again.',
      correlation_id: correlationId,
    },
    headers: headersFor(status),
    unexpected: status >= 500,
  };
}

function headersFor(status: number, retryAfter?: number): Record<string, string> {
  if (status === 401) return { 'www-authenticate': 'Bearer' };
  if (status === 429 || status === 503)
    return { 'retry-after': String(retryAfter ?? RETRY_AFTER_SECONDS) };
  return {};
}

/** Status of an error of the frameworks; database connection trouble counts as 503. */
function refusalStatus(error: unknown): number | undefined {
  if (error instanceof HttpException) return known(error.getStatus());
  if (typeof error !== 'object' || error === null) return undefined;
  if (isDatabaseDown(error)) return 503;
  if ('statusCode' in error && typeof error.statusCode === 'number') return known(error.statusCode);
  return undefined;
}

/** A refusal that we have no words for is still a refusal, never a fault of ours. */
function known(status: number): number | undefined {
  if (status === 414) return 404; // a part of the path is longer than any of ours
  if (status in FRAMEWORK) return status;
  return status >= 400 && status < 500 ? 400 : undefined;
}
