import { HttpStatusError } from '../llm/http';

/** The model can't process the text. */
export const INVALID_TEXT_STATUSES = new Set([400, 413, 422]);
/** Possibly caused by the text: some services or their proxies fail if a text is too long. */
export const SERVER_ERROR_STATUSES = new Set([500, 502, 504]);

/** The service is unavailable; the passages can be embedded later. */
export class EmbeddingUnavailable extends Error {
  override readonly name = 'EmbeddingUnavailable';
}

/** The service can't process these texts; retries are useless. */
export class InvalidText extends Error {
  override readonly name = 'InvalidText';

  constructor(readonly isTimeout: boolean) {
    super();
  }
}

/** The cause of an error for logs, without text of the service, which may repeat keys and passages. */
export function reasonOf(error: unknown): string {
  if (error instanceof HttpStatusError) return error.message;
  if (!(error instanceof Error)) return typeof error;
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : error.name;
}
