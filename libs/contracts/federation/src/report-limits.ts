/** Bounds of what browsers report; `browser-reports.ts` has the form. Apart, because a page needs no schema to report. */
export const REPORT_LIMITS = {
  items: 20,
  bytes: 16_384,
  text: 100,
  message: 300,
  frames: 8,
  frame: 160,
} as const;

/** What went wrong, as far as the shell can tell. */
export const ERROR_KINDS = [
  /** Thrown and caught by nobody. */
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
  /** Told by a remote, or by the shell of itself. */
  'report',
] as const;

/** A place in a file of ours: `remotes/campaigns/1f3a/entry.js:1:234`. */
export const OWN_FRAME = /^(?:static\/js|remotes\/[a-z-]+\/[\w.-]+)\/[\w./-]+:\d+:\d+$/;
