/** Codes of this service's problems; `detail` says in words what to do next. */
export const SEARCH_CODES = {
  /** 503 with `Retry-After`: the copy has not reached what was taken from who asks. */
  notReady: 'search.not_ready',
  /** 409, in a stream too: something was taken from who asks while the answer was written. */
  changedMeanwhile: 'search.changed_meanwhile',
} as const;
