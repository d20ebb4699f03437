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
