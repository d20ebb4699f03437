import { REPORT_LIMITS, type BrowserError, type WebVital } from '@tomekeeper/contracts-federation';

interface Items {
  errors: BrowserError[];
  vitals: WebVital[];
}

export interface Outbox {
  /** Goes soon, with others of the moment. */
  addError: (error: BrowserError) => void;
  /** Goes when the page is hidden. */
  addVital: (vital: WebVital) => void;
}

const ADDRESS = '/api/reports/';
const SOON_MS = 1_000;

/** Sends what is reported in few calls, at the latest when the person turns away from the page. */
export function createOutbox(view: string): Outbox {
  let items: Items = { errors: [], vitals: [] };
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush() {
    clearTimeout(timer);
    timer = undefined;
    if (!navigator.onLine) return;
    const { errors, vitals } = items;
    items = { errors: [], vitals: [] };
    let batch: Items = { errors: [], vitals: [] };
    const whole = (more: Partial<Items>) => JSON.stringify({ view, ...batch, ...more });
    const put = <Name extends keyof Items>(name: Name, item: Items[Name][number]) => {
      const more = { [name]: [...batch[name], item] };
      const isFull =
        batch.errors.length + batch.vitals.length === REPORT_LIMITS.items ||
        new Blob([whole(more)]).size > REPORT_LIMITS.bytes;
      if (isFull) {
        post(whole({}));
        batch = { errors: [], vitals: [], [name]: [item] };
      } else batch = { ...batch, ...more };
    };
    for (const error of errors) put('errors', error);
    for (const vital of vitals) put('vitals', vital);
    if (errors.length + vitals.length > 0) post(whole({}));
  }

  // What is measured is told in the same moment, by listeners that come before these.
  addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush();
  });
  addEventListener('pagehide', flush);
  addEventListener('online', flush);

  return {
    addError(error) {
      items.errors.push(error);
      timer ??= setTimeout(flush, SOON_MS);
    },
    addVital: (vital) => void items.vitals.push(vital),
  };
}

/** Outlives the page, waits for no answer and asks for none. */
function post(text: string) {
  const body = new Blob([text], { type: 'application/json' });
  if (navigator.sendBeacon(ADDRESS, body)) return;
  fetch(ADDRESS, { method: 'POST', body, keepalive: true, credentials: 'omit' }).catch(() => {
    // Nobody is there to be told.
  });
}
