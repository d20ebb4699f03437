/** The headers of a request must be there within this time, from the first byte or the connection on. */
export const HEADERS_WITHIN_MS = 15_000;
/** A request with its body must be there within this time, where bodies are small. */
export const REQUEST_WITHIN_MS = 30_000;
/** How often Node looks for requests that are late: its own thirty seconds would double each deadline. */
export const CHECK_EVERY_MS = 1_000;
