import { z } from 'zod';

/** Media type of every error answer (RFC 9457). */
export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/**
 * Body of every error answer of the product API. A refused field also appears as a top-level list
 * of sentences under its own name, which is why unknown keys are kept.
 */
export const problem = z.looseObject({
  /** HTTP status, repeated in the body. */
  status: z.number().int(),
  /** Stable, dotted, for programs: `campaign.not_found`. */
  code: z.string(),
  /** One sentence for the person. */
  detail: z.string(),
  /** The id to quote when asking for help; the same as in `X-Correlation-Id`. */
  correlation_id: z.string().optional(),
});
export type Problem = z.infer<typeof problem>;

/** Codes that no feature owns: they can come from any route. */
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

/** First sentence that a problem carries for a field, if it refuses that field. */
export function fieldError(body: Problem | undefined, field: string): string | undefined {
  const value = body?.[field];
  return Array.isArray(value) && typeof value[0] === 'string' ? value[0] : undefined;
}
