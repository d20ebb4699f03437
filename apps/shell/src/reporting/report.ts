import type { RegistryEntry } from '@tomekeeper/contracts-federation';
import type { ReportContext } from '@tomekeeper/remote-kit';

export type Reporter = (error: unknown, context?: ReportContext) => void;

/** An error, and where the person was. */
export interface Caught {
  error: unknown;
  context: ReportContext | undefined;
  path: string;
}

/** Tells page loads apart, for as long as each lasts; people read it out when they ask for help. */
export const view = Math.random().toString(36).slice(2, 10);

const MAX_WAITING = 20;
const caught: Caught[] = [];
let remotes: readonly RegistryEntry[] = [];

/** Tells the operators. What sends is no part of the first load, so errors wait for it here. */
export const report: Reporter = (error, context) => {
  // eslint-disable-next-line no-console -- developer tools are opened to look for this
  console.error(error, context);
  if (caught.length < MAX_WAITING) caught.push({ error, context, path: location.pathname });
  send();
};

function send() {
  import(/* webpackChunkName: "reports" */ './deferred/reports')
    .then(({ take }) => take(caught.splice(0), view, remotes))
    // Not there without a network: the next error tries again. What breaks in there must not report itself.
    .catch(() => {});
}

/** What the registry says, once it is known. It is kept up to date in place. */
export function nameRemotes(entries: readonly RegistryEntry[]) {
  remotes = entries;
}

/** How long a page is left alone. Who leaves sooner is not measured. */
const SETTLED_AFTER_MS = 5_000;

/** Reports uncaught errors, and measures the page once it has loaded and rests. */
export function startReporting() {
  addEventListener('error', ({ error, message }) =>
    report(error ?? message, { remote: 'shell', where: 'error' }),
  );
  addEventListener('unhandledrejection', ({ reason }) =>
    report(reason, { remote: 'shell', where: 'rejection' }),
  );
  setTimeout(function measure() {
    if (document.readyState !== 'complete') setTimeout(measure, SETTLED_AFTER_MS);
    else (globalThis.requestIdleCallback ?? setTimeout)(send);
  }, SETTLED_AFTER_MS);
}
