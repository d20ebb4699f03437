import type { RegistryEntry } from '@tomekeeper/contracts-federation';
import type { CaughtError } from '../report';
import { watchCalls } from './calls';
import { described } from './described';
import { createOutbox, type Outbox } from './outbox';
import { pagePattern } from './page-pattern';
import { asksForPrivacy } from './privacy';
import { measure } from './vitals';

/** Maximum errors per page load. */
const MAX_ERRORS = 10;

let outbox: Outbox | undefined;
let remotes: readonly RegistryEntry[] = [];
const reported = new Set<string>();

/** Reports errors; the first call starts the measurements. Each error is reported once per page load. */
export function reportErrors(
  errors: readonly CaughtError[],
  pageLoadId: string,
  known: readonly RegistryEntry[],
): void {
  remotes = known;
  outbox ??= start(pageLoadId);
  for (const one of errors) {
    const error = described(one, remotes);
    if (!error) continue;
    const { remote, kind, where, name, message, stack = [] } = error;
    const key = [remote, kind, where, name, message, stack[0]].join('|');
    if (reported.has(key) || reported.size === MAX_ERRORS) continue;
    reported.add(key);
    outbox.addError(error);
  }
}

function start(pageLoadId: string): Outbox {
  const { pathname } = location;
  const started = createOutbox(pageLoadId);
  // Browsers that ask not to be tracked are not measured.
  if (asksForPrivacy(navigator)) return started;
  try {
    watchCalls(started.addSpan);
    measure((vital) =>
      started.addVital({ ...vital, page: pagePattern(landedAt() ?? pathname, remotes) }),
    );
  } catch {
    // Error reporting works without measurement support.
  }
  return started;
}

/** Path of the initial document: the measurements describe it even after later navigations. */
function landedAt(): string | undefined {
  const [document] = performance.getEntriesByType('navigation');
  return document && new URL(document.name).pathname;
}
