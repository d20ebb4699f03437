/**
 * Limits of browser reports; `browser-reports.ts` has their schemas. Separate, so that pages can report without loading schemas.
 */
export const REPORT_LIMITS = {
  items: 20,
  bytes: 16_384,
  text: 100,
  message: 300,
  frames: 8,
  frame: 160,
  /** Longer calls are not reported. */
  callMs: 300_000,
} as const;

/** Error kinds as far as the shell can distinguish them. */
export const ERROR_KINDS = [
  /** Uncaught exception or rejection. */
  'error',
  'rejection',
  /** Thrown while rendering a page or widget. */
  'render',
  /** A remote failed to load. */
  'load',
  /** A chunk of the shell or a remote failed to load. */
  'chunk',
  /** The server responded 5xx. */
  'api',
  /** Reported explicitly by a remote or the shell. */
  'report',
] as const;

/** Version of a remote in a report; restricted, because reports are untrusted. */
export const OWN_VERSION = /^[\w.-]{1,20}$/;

/** Stack frame in our own files: `remotes/campaigns/1f3a/entry.ab12cd34.js:1:234`. */
export const OWN_FRAME =
  /^(?:static\/js|remotes\/[a-z-]{1,40}\/[\w.-]{1,20})\/(?:[\w-]{1,24}\.){1,3}js:\d{1,7}:\d{1,7}$/;
