import * as z from 'zod/mini';

import { REPORT_LIMITS } from './report-limits';

const short = z.string().check(z.maxLength(REPORT_LIMITS.text));
/** Route pattern such as `/campaigns/:id`, never a URL. */
const page = short;

/** An uncaught error. The browser scrubs its texts, and the gateway scrubs them again. */
export const browserError = z.object({
  /** `shell`, or the id of the failing remote. */
  remote: short,
  /** Version of the remote. */
  version: z.optional(short),
  /** One of `ERROR_KINDS`; a shell newer than the gateway may send others. */
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
  /** Correlation id of the failed call. */
  correlation_id: z.optional(z.string().check(z.maxLength(64))),
});
export type BrowserError = z.infer<typeof browserError>;

/** Web vital of a page load; in milliseconds, CLS without unit. */
export const webVital = z.object({
  name: z.enum(['LCP', 'CLS', 'INP', 'FCP', 'TTFB']),
  value: z.number().check(z.nonnegative(), z.maximum(600_000)),
  page,
});
export type WebVital = z.infer<typeof webVital>;

const milliseconds = z.number().check(z.nonnegative(), z.maximum(REPORT_LIMITS.callMs));

/** Duration of a call as measured by the page, sent if the response's `Server-Timing` marks its trace as sampled. */
export const browserSpan = z.object({
  /** Id of the page's span, created by the gateway, which knows the other fields. */
  id: z.string().check(z.regex(/^[\da-f]{16}$/)),
  /** Time until the request was sent. */
  waited: milliseconds,
  /** Time until the response was complete, from the same start. */
  lasted: milliseconds,
});
export type BrowserSpan = z.infer<typeof browserSpan>;

/** Body of `POST /api/reports/`: a browser's reports about one page load. */
export const browserReports = z
  .object({
    /** Random id per page load, never stored; users quote it as 'Reference'. */
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
