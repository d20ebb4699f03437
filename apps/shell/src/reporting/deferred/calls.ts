import { REPORT_LIMITS, type BrowserSpan } from '@tomekeeper/contracts-federation';

/** Trace context in our `Server-Timing` header: span id of this page's call in a sampled trace. */
const PLACE = /^00-[\da-f]{32}-([\da-f]{16})-01$/;

/** Reports durations of API calls, including earlier ones, if the gateway marks their trace as sampled. */
export function watchCalls(tell: (span: BrowserSpan) => void): void {
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceResourceTiming[]) {
      const span = spanOf(entry);
      if (span) tell(span);
    }
  }).observe({ type: 'resource', buffered: true });
}

function spanOf({
  name,
  startTime,
  requestStart,
  duration,
  // Browsers omit it over plain HTTP.
  serverTiming = [],
}: Omit<PerformanceResourceTiming, 'serverTiming'> & Partial<PerformanceResourceTiming>):
  | BrowserSpan
  | undefined {
  const told = serverTiming.find((timing) => timing.name === 'trace');
  const [, id] = PLACE.exec(told?.description ?? '') ?? [];
  if (!id || !name.startsWith(`${location.origin}/`) || duration > REPORT_LIMITS.callMs)
    return undefined;
  const waited = Math.min(Math.max(0, requestStart - startTime), duration);
  return { id, waited: rounded(waited), lasted: rounded(duration) };
}

/** Rounds to 0.1 ms, the browsers' resolution. */
const rounded = (milliseconds: number) => Math.round(milliseconds * 10) / 10;
