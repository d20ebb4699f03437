import {
  REPORT_LIMITS,
  type BrowserError,
  type BrowserSpan,
  type WebVital,
} from '@tomekeeper/contracts-federation';

interface Items {
  errors: BrowserError[];
  vitals: WebVital[];
  spans: BrowserSpan[];
}
const nothing = (): Items => ({ errors: [], vitals: [], spans: [] });
const count = (items: Items) => Object.values(items).flat().length;

export interface Outbox {
  /** Sends soon, batched with other errors. */
  addError: (error: BrowserError) => void;
  /** Sends when the page is hidden. */
  addVital: (vital: WebVital) => void;
  /** Sends soon, because the gateway waits only briefly for spans. */
  addSpan: (span: BrowserSpan) => void;
}

const ADDRESS = '/api/reports/';
const SOON_MS = 1_000;

/** Batches reports into few requests; flushes at the latest when the page is hidden. */
export function createOutbox(view: string): Outbox {
  let items = nothing();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush() {
    clearTimeout(timer);
    timer = undefined;
    if (!navigator.onLine) return;
    const { errors, vitals, spans } = items;
    items = nothing();
    let batch = nothing();
    const whole = (more: Partial<Items>) => JSON.stringify({ view, ...batch, ...more });
    const put = <Name extends keyof Items>(name: Name, item: Items[Name][number]) => {
      const more = { [name]: [...batch[name], item] };
      const isFull =
        count(batch) === REPORT_LIMITS.items || new Blob([whole(more)]).size > REPORT_LIMITS.bytes;
      if (isFull) {
        post(whole({}));
        batch = { ...nothing(), [name]: [item] };
      } else batch = { ...batch, ...more };
    };
    for (const error of errors) put('errors', error);
    for (const vital of vitals) put('vitals', vital);
    for (const span of spans) put('spans', span);
    if (count(batch) > 0) post(whole({}));
  }
  const flushSoon = () => void (timer ??= setTimeout(flush, SOON_MS));

  // Earlier listeners add their measurements in the same event.
  addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush();
  });
  addEventListener('pagehide', flush);
  addEventListener('online', flush);

  return {
    addError(error) {
      items.errors.push(error);
      flushSoon();
    },
    addVital: (vital) => void items.vitals.push(vital),
    addSpan(span) {
      items.spans.push(span);
      flushSoon();
    },
  };
}

/** Sends without waiting for a response; survives the page. */
function post(text: string) {
  const body = new Blob([text], { type: 'application/json' });
  if (navigator.sendBeacon(ADDRESS, body)) return;
  fetch(ADDRESS, { method: 'POST', body, keepalive: true, credentials: 'omit' }).catch(() => {
    // The server is unreachable.
  });
}
