import { StandardSchemaValidationPipe } from '@nestjs/common';
import { GENERAL_CODES } from '@tomekeeper/contracts-problem';

/** What kind of refusal an error is; the problem filter alone knows the HTTP status of each. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'too-slow'
  | 'too-large'
  | 'misdirected'
  | 'too-many'
  | 'unavailable';

export interface DomainErrorOptions extends ErrorOptions {
  /** Sentences per refused field. */
  fields?: Record<string, string[]>;
  /** Seconds after which another try makes sense. */
  retryAfter?: number;
}

/** A refusal that a person can understand, named by the business. */
export class DomainError extends Error {
  override readonly name: string = 'DomainError';
  readonly fields: Record<string, string[]> | undefined;
  readonly retryAfter: number | undefined;

  constructor(
    readonly kind: ErrorKind,
    /** Stable, dotted: `campaign.not_found`. */
    readonly code: string,
    /** The sentence for the person. */
    detail: string,
    options: DomainErrorOptions = {},
  ) {
    super(detail, options);
    this.fields = options.fields;
    this.retryAfter = options.retryAfter;
  }
}

interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[];
}

/** Fields of a problem that a refused field must not overwrite. */
const RESERVED = new Set(['status', 'code', 'detail', 'correlation_id']);

/** Sentences about refused input, by the field that stands at the top of each path. */
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

/** Checks every `@Body({ schema })`, `@Query({ schema })` and `@Param({ schema })`. */
export const validationPipe = () =>
  new StandardSchemaValidationPipe({ exceptionFactory: validationError });
