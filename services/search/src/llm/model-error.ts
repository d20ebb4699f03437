import { MODEL_CODES, type ModelCode } from '@tomekeeper/contracts-search';
import { DomainError } from '@tomekeeper/service-kit';

const MESSAGES: Record<ModelCode, string> = {
  [MODEL_CODES.limit]: 'The model has reached its limit of requests for now.',
  [MODEL_CODES.key]:
    'The service of the model does not accept the key of this installation. Its operator can correct it.',
  [MODEL_CODES.busy]: 'The service of the model is busy. Please ask again in a minute.',
  [MODEL_CODES.down]: 'The model can not be reached. Please ask again in a few minutes.',
  [MODEL_CODES.silent]: 'The model has not answered in time. Please ask again in a minute.',
  [MODEL_CODES.brokeOff]: 'The model broke off in the middle of its answer. Please ask again.',
};
const RETRY_AFTER_S = 60;

/** A failure in words for users, without text of the model's service, which may repeat keys and passages. */
export class ModelError extends Error {
  override readonly name = 'ModelError';

  constructor(
    readonly code: ModelCode,
    /** For logs. */
    readonly reason: string,
    /** Seconds. */
    readonly retryAfter = RETRY_AFTER_S,
  ) {
    super(MESSAGES[code]);
  }

  /** For calls without a fallback. */
  asProblem(): DomainError {
    const kind = this.code === MODEL_CODES.limit ? 'too-many' : 'unavailable';
    return new DomainError(kind, this.code, this.message, { retryAfter: this.retryAfter });
  }
}

/** @param retryAfter seconds */
export const limitReached = (whose: string, retryAfter: number): ModelError => {
  const failure = new ModelError(MODEL_CODES.limit, whose, retryAfter);
  const minutes = Math.max(1, Math.ceil(retryAfter / 60));
  const wait = minutes < 90 ? `${minutes} min` : `${Math.ceil(minutes / 60)} hours`;
  failure.message = `${failure.message} It can be asked again in about ${wait}.`;
  return failure;
};
