import type { RegistryEntry } from '@tomekeeper/contracts-federation';
import type { ReportContext } from '@tomekeeper/remote-kit';
import { whenIdle } from '../paint/paint';

export type Reporter = (error: unknown, context?: ReportContext) => void;

/** An error with the page's path. */
export interface CaughtError {
  error: unknown;
  context: ReportContext | undefined;
  path: string;
}

/** Id of this page load, which users quote in support requests. */
export const pageLoadId = Math.random().toString(36).slice(2, 10);

const MAX_QUEUED = 20;
const queued: CaughtError[] = [];
let remotes: readonly RegistryEntry[] = [];

/** Reports an error to the operators. The sender is not in the initial bundle, so errors are queued until it loads. */
export const report: Reporter = (error, context) => {
  // eslint-disable-next-line no-console -- for people who look into the browser console
  console.error(error, context);
  if (queued.length < MAX_QUEUED) queued.push({ error, context, path: location.pathname });
  send();
};

function send() {
  import(/* webpackChunkName: "reports" */ './deferred/reports')
    .then(({ reportErrors }) => reportErrors(queued.splice(0), pageLoadId, remotes))
    // The chunk failed to load: the next error retries. Not reported, to avoid a loop.
    .catch(() => {});
}

/** Sets the registry entries, which are updated in place. */
export function setRemotes(entries: readonly RegistryEntry[]) {
  remotes = entries;
}

/** Delay before measuring starts. Shorter visits are not measured. */
const MEASUREMENT_DELAY_MS = 5_000;

/** Reports uncaught errors and, once the page is loaded and idle, measurements. */
export function startReporting() {
  addEventListener('error', ({ error, message }) =>
    report(error ?? message, { remote: 'shell', where: 'error' }),
  );
  addEventListener('unhandledrejection', ({ reason }) =>
    report(reason, { remote: 'shell', where: 'rejection' }),
  );
  setTimeout(function measure() {
    if (document.readyState !== 'complete') setTimeout(measure, MEASUREMENT_DELAY_MS);
    else whenIdle(send);
  }, MEASUREMENT_DELAY_MS);
}
