import { StandardSchemaValidationPipe } from '@nestjs/common';
import { GENERAL_CODES } from '@tomekeeper/contracts-problem';

/** Kind of a domain error; only the problem filter maps it to an HTTP status. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'gone'
  | 'too-slow'
  | 'too-large'
  | 'misdirected'
  | 'too-many'
  | 'unavailable';

export interface DomainErrorOptions extends ErrorOptions {
  /** Messages per invalid field. */
  fields?: Record<string, string[]>;
  /** Extension members of the problem body (RFC 9457). */
  extensions?: Readonly<Record<string, unknown>>;
  /** Suggested retry delay in seconds. */
  retryAfter?: number;
}

/** Business error with a message for the user. */
export class DomainError extends Error {
  override readonly name: string = 'DomainError';
  readonly fields: Record<string, string[]> | undefined;
  readonly extensions: DomainErrorOptions['extensions'];
  readonly retryAfter: number | undefined;

  constructor(
    readonly kind: ErrorKind,
    /** Stable, dotted error code: `campaign.not_found`. */
    readonly code: string,
    /** Message for the user. */
    detail: string,
    options: DomainErrorOptions = {},
  ) {
    super(detail, options);
    this.fields = options.fields;
    this.extensions = options.extensions;
    this.retryAfter = options.retryAfter;
  }
}

interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[];
}

/** Problem fields that a field error must not overwrite. */
const RESERVED = new Set(['status', 'code', 'detail', 'correlation_id']);

/** Validation error with messages grouped by the top-level field of each path. */
export function validationError(issues: readonly Issue[]): DomainError {
  const fields: Record<string, string[]> = {};
  for (const issue of issues) {
    const [first] = issue.path ?? [];
    const key = typeof first === 'object' ? first.key : first;
    if (key === undefined) continue;
    const field = RESERVED.has(String(key)) ? `${String(key)}_` : String(key);
    (fields[field] ??= []).push(issue.message);
  }
  const detail = issues[0]?.path?.length
    ? issues[0].message
    : 'The request is not of the form that this call takes.';
  return new DomainError('invalid', GENERAL_CODES.validation, detail, { fields });
}

/** Validates every `@Body({ schema })`, `@Query({ schema })` and `@Param({ schema })`. */
export const validationPipe = () =>
  new StandardSchemaValidationPipe({ exceptionFactory: validationError });
