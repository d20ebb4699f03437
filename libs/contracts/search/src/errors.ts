/** Error codes of this service; `detail` explains the next step. */
export const SEARCH_CODES = {
  /** 503 with `Retry-After`: the index has not reached the revocation watermark of the viewer. */
  notReady: 'search.not_ready',
  /** 409, also in streams: the viewer lost access to a source while the answer was written. */
  changedMeanwhile: 'search.changed_meanwhile',
  /** 403: drafts of this kind are for the campaign's GMs. */
  onlyGms: 'search.only_gms',
  /** 404: no such document, for who asks. */
  documentNotFound: 'search.document_not_found',
  /** 409: there is no text that a draft could be written from. */
  nothingToRead: 'search.nothing_to_read',
  /** 409: no language model is configured, or the GMs don't allow it. */
  noModel: 'search.no_model',
} as const;

/**
 * Failures of a language model: codes of `instead_because` of an answer, and of error responses without a fallback (503, or 429 with
 * `Retry-After`).
 */
export const MODEL_CODES = {
  /** 429: the person or the campaign has reached a usage limit. */
  limit: 'search.model_limit',
  /** Its service takes no key of this installation, or wants one. */
  key: 'search.model_key',
  /** The service of the model limits the rate. */
  busy: 'search.model_busy',
  /** Its service can not be reached, refuses or fails. */
  down: 'search.model_down',
  /** The model timed out. */
  silent: 'search.model_silent',
  /** The response of the model was interrupted. */
  brokeOff: 'search.model_broke_off',
} as const;
export type ModelCode = (typeof MODEL_CODES)[keyof typeof MODEL_CODES];
