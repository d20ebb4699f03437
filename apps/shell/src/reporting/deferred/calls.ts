import { REPORT_LIMITS, type BrowserSpan } from '@tomekeeper/contracts-federation';

/** Of a `Server-Timing` of ours: the place of this page's call in a trace that is recorded. */
const PLACE = /^00-[\da-f]{32}-([\da-f]{16})-01$/;

/** Tells how long calls took, those of before too, where the gateway says that their trace is recorded. */
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
  // Nothing is reported over plain http.
  serverTiming = [],
}: Omit<PerformanceResourceTiming, 'serverTiming'> & Partial<PerformanceResourceTiming>):
  BrowserSpan | undefined {
  const told = serverTiming.find((timing) => timing.name === 'trace');
  const [, id] = PLACE.exec(told?.description ?? '') ?? [];
  if (!id || !name.startsWith(`${location.origin}/`) || duration > REPORT_LIMITS.callMs)
    return undefined;
  const waited = Math.min(Math.max(0, requestStart - startTime), duration);
  return { id, waited: rounded(waited), lasted: rounded(duration) };
}

/** What browsers measure is no finer. */
const rounded = (milliseconds: number) => Math.round(milliseconds * 10) / 10;
