import { z } from 'zod';

/** Media type of every error response (RFC 9457). */
export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/**
 * Body of every error response of the product API. Unknown keys are preserved, because an invalid field also appears as a
 * top-level list of messages under its own name.
 */
export const problem = z.looseObject({
  /** HTTP status, repeated in the body. */
  status: z.number().int(),
  /** Stable, dotted error code for clients: `campaign.not_found`. */
  code: z.string(),
  /** Message for the user, one sentence. */
  detail: z.string(),
  /** Id to quote in support requests; the same as in `X-Correlation-Id`. */
  correlation_id: z.string().optional(),
});
export type Problem = z.infer<typeof problem>;

/** Error codes that any route can return. */
export const GENERAL_CODES = {
  validation: 'validation',
  malformed: 'request.malformed',
  unauthenticated: 'auth.required',
  forbidden: 'auth.forbidden',
  notFound: 'route.not_found',
  methodNotAllowed: 'route.method_not_allowed',
  tooLarge: 'request.too_large',
  timeout: 'request.timeout',
  misdirected: 'request.misdirected',
  unsupportedMediaType: 'request.unsupported_media_type',
  tooMany: 'rate.limited',
  unavailable: 'service.unavailable',
  internal: 'internal',
} as const;

/** First message for a field, if the problem contains one. */
export function fieldError(body: Problem | undefined, field: string): string | undefined {
  const value = body?.[field];
  return Array.isArray(value) && typeof value[0] === 'string' ? value[0] : undefined;
}
