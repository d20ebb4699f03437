/** Codes of this service's problems; `detail` says in words what to do next. */
export const SEARCH_CODES = {
  /** 503 with `Retry-After`: the copy has not reached what was taken from who asks. */
  notReady: 'search.not_ready',
  /** 409, in a stream too: something was taken from who asks while the answer was written. */
  changedMeanwhile: 'search.changed_meanwhile',
  /** 403: drafts of this kind are for the campaign's GMs. */
  onlyGms: 'search.only_gms',
  /** 404: no such document, for who asks. */
  documentNotFound: 'search.document_not_found',
  /** 409: there is no text that a draft could be written from. */
  nothingToRead: 'search.nothing_to_read',
  /** 409: this installation has no language model, or the campaign's GMs let it read nothing. */
  noModel: 'search.no_model',
} as const;

/**
 * Why a language model has not written: the codes of `instead_because` of an answer, and of the problem (503, 429 with `Retry-After`) where
 * there is nothing to give instead.
 */
export const MODEL_CODES = {
  /** 429: this person, or this campaign, has asked the model as often as it may for now. */
  limit: 'search.model_limit',
  /** Its service takes no key of this installation, or wants one. */
  key: 'search.model_key',
  /** Its service is asked too much. */
  busy: 'search.model_busy',
  /** Its service can not be reached, refuses or fails. */
  down: 'search.model_down',
  /** It said nothing for too long. */
  silent: 'search.model_silent',
  /** It broke off. */
  brokeOff: 'search.model_broke_off',
} as const;
export type ModelCode = (typeof MODEL_CODES)[keyof typeof MODEL_CODES];
