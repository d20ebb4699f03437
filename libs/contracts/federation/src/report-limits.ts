/** Bounds of what browsers report; `browser-reports.ts` has the form. Pages report with these alone, without schemas. */
export const REPORT_LIMITS = {
  items: 20,
  bytes: 16_384,
  text: 100,
  message: 300,
  frames: 8,
  frame: 160,
  /** Calls that take longer are not reported. */
  callMs: 300_000,
} as const;

/** What went wrong, as far as the shell can tell. */
export const ERROR_KINDS = [
  /** An uncaught exception or rejection. */
  'error',
  'rejection',
  /** Thrown by a page or a widget while rendering. */
  'render',
  /** A remote did not load. */
  'load',
  /** A part of the shell or of a remote did not load. */
  'chunk',
  /** The server answered 5xx. */
  'api',
  /** Reported by a remote, or by the shell about itself. */
  'report',
] as const;

/** A version of a remote, as far as reports name one: longer names could be anything. */
export const OWN_VERSION = /^[\w.-]{1,20}$/;

/** A place in a file of ours: `remotes/campaigns/1f3a/entry.ab12cd34.js:1:234`. */
export const OWN_FRAME =
  /^(?:static\/js|remotes\/[a-z-]{1,40}\/[\w.-]{1,20})\/(?:[\w-]{1,24}\.){1,3}js:\d{1,7}:\d{1,7}$/;
