// How a service that reads for meaning fails.

/** A service may ask for a longer rest, up to so much. */
const MOST_REST_MS = 600_000;

/** What is wrong with a text, not with who asks. */
export const REFUSALS = new Set([400, 413, 422]);
/** What may be wrong with a text: some services break on one that is too long for them, or what stands before them does. */
export const BREAKS = new Set([500, 502, 504]);

/** Passages were not read, and may be later: what reads does not answer. */
export class NotRead extends Error {
  override readonly name = 'NotRead';
}

/** The service has answered with a status that is no success. */
export class NoSuccess extends Error {
  override readonly name = 'NoSuccess';

  /** @param restMs for so long it asks to be left alone */
  constructor(
    readonly status: number,
    readonly restMs = 0,
  ) {
    super(`status ${status}`);
  }
}

/** The service can not take these texts, whenever it is asked. */
export class Refused extends Error {
  override readonly name = 'Refused';

  /** @param isHeldUp it has never answered */
  constructor(readonly isHeldUp: boolean) {
    super();
  }
}

/** Milliseconds, of seconds or a date; none where it says nothing that can be read. */
export function restOf(retryAfter: string | null): number {
  const asked = /^\d+$/.test(retryAfter ?? '')
    ? Number(retryAfter) * 1_000
    : Date.parse(retryAfter ?? '') - Date.now();
  return Math.min(Math.max(asked || 0, 0), MOST_REST_MS);
}

/** For the log, and nothing that the service says, which may repeat keys and texts. */
export function reasonOf(error: unknown): string {
  if (error instanceof NoSuccess) return error.message;
  if (!(error instanceof Error)) return typeof error;
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : error.name;
}
