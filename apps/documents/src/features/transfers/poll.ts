/** Interval of progress requests, in ms. Hidden tabs do not poll. */
export const POLL_MS = 1_500;
