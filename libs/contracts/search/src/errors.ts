/** Error codes of this service; `detail` explains the next step. */
export const SEARCH_CODES = {
  /** 503 with `Retry-After`: the index has not reached the revocation watermark of the viewer. */
  notReady: 'search.not_ready',
  /** 409, also in streams: the viewer lost access to a source while the answer was written. */
  changedMeanwhile: 'search.changed_meanwhile',
  /** 403: drafts of this kind are for the campaign's GMs. */
  onlyGms: 'search.only_gms',
  /** 404: the document does not exist for the viewer. */
  documentNotFound: 'search.document_not_found',
  /** 409: there is no text to write a draft from. */
  nothingToRead: 'search.nothing_to_read',
  /** 409: no language model is configured, or the GMs don't allow it. */
  noModel: 'search.no_model',
} as const;

/**
 * Failures of a language model: codes of `instead_because` of an answer, and of error responses without a fallback (503, or 429 with
 * `Retry-After`).
 */
export const MODEL_CODES = {
  /** 429: the user or the campaign has reached a usage limit. */
  limit: 'search.model_limit',
  /** The model's service rejects this instance's API key or requires one. */
  key: 'search.model_key',
  /** The service of the model limits the rate. */
  busy: 'search.model_busy',
  /** The model's service is unreachable or fails. */
  down: 'search.model_down',
  /** The model timed out. */
  silent: 'search.model_silent',
  /** The response of the model was interrupted. */
  brokeOff: 'search.model_broke_off',
} as const;
export type ModelCode = (typeof MODEL_CODES)[keyof typeof MODEL_CODES];
