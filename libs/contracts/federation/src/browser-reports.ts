import * as z from 'zod/mini';

import { REPORT_LIMITS } from './report-limits';

const short = z.string().check(z.maxLength(REPORT_LIMITS.text));
/** `/campaigns/:id`: the pattern of a page, never its address. */
const page = short;

/** An uncaught error. The browser scrubs its texts, and the gateway scrubs them again. */
export const browserError = z.object({
  /** `shell`, or the remote that it is of. */
  remote: short,
  /** Of the remote. */
  version: z.optional(short),
  /** One of `ERROR_KINDS`; a shell that is newer than the gateway may send others. */
  kind: short,
  where: short,
  name: short,
  message: z.string().check(z.maxLength(REPORT_LIMITS.message)),
  /** `OWN_FRAME`s. */
  stack: z.optional(
    z
      .array(z.string().check(z.maxLength(REPORT_LIMITS.frame)))
      .check(z.maxLength(REPORT_LIMITS.frames)),
  ),
  page,
  /** Of the call that failed. */
  correlation_id: z.optional(z.string().check(z.maxLength(64))),
});
export type BrowserError = z.infer<typeof browserError>;

/** How a page did for a person; milliseconds, CLS without unit. */
export const webVital = z.object({
  name: z.enum(['LCP', 'CLS', 'INP', 'FCP', 'TTFB']),
  value: z.number().check(z.nonnegative(), z.maximum(600_000)),
  page,
});
export type WebVital = z.infer<typeof webVital>;

const milliseconds = z.number().check(z.nonnegative(), z.maximum(REPORT_LIMITS.callMs));

/** How long a call took as the page saw it, where the answer's `Server-Timing` says that its trace is recorded. */
export const browserSpan = z.object({
  /** The page's own span, which the gateway has drawn; it knows the rest. */
  id: z.string().check(z.regex(/^[\da-f]{16}$/)),
  /** Until the call went out. */
  waited: milliseconds,
  /** Until its whole answer was there, from the same moment on. */
  lasted: milliseconds,
});
export type BrowserSpan = z.infer<typeof browserSpan>;

/** Body of `POST /api/reports/`: what browsers tell of a page load. */
export const browserReports = z
  .object({
    /** Made anew with each page load, kept nowhere; people read it out as 'Reference'. */
    view: z.string().check(z.regex(/^[a-z0-9]{1,16}$/)),
    errors: z._default(z.array(browserError), []),
    vitals: z._default(z.array(webVital), []),
    spans: z._default(z.array(browserSpan), []),
  })
  .check(
    z.refine(
      ({ errors, vitals, spans }) =>
        errors.length + vitals.length + spans.length <= REPORT_LIMITS.items,
      { message: `At most ${REPORT_LIMITS.items} items at once.` },
    ),
  );
export type BrowserReports = z.infer<typeof browserReports>;
