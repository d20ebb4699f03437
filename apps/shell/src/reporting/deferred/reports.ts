import type { RegistryEntry } from '@tomekeeper/contracts-federation';
import type { Caught } from '../report';
import { watchCalls } from './calls';
import { described } from './described';
import { createOutbox, type Outbox } from './outbox';
import { pagePattern } from './page-pattern';
import { asksForPrivacy } from './privacy';
import { measure } from './vitals';

/** The same error is not reported more often than this. */
const MAX_ERRORS = 10;

let outbox: Outbox | undefined;
let remotes: readonly RegistryEntry[] = [];
const told = new Set<string>();

/**
 * Takes what was caught so far, and begins to measure when it is first called. Each error is reported once for a page load.
 */
export function take(
  caught: readonly Caught[],
  view: string,
  known: readonly RegistryEntry[],
): void {
  remotes = known;
  outbox ??= start(view);
  for (const one of caught) {
    const error = described(one, remotes);
    if (!error) continue;
    const { remote, kind, where, name, message, stack = [] } = error;
    const key = [remote, kind, where, name, message, stack[0]].join('|');
    if (told.has(key) || told.size === MAX_ERRORS) continue;
    told.add(key);
    outbox.addError(error);
  }
}

function start(view: string): Outbox {
  const { pathname } = location;
  const started = createOutbox(view);
  // A browser that asks not to be tracked is not measured.
  if (asksForPrivacy(navigator)) return started;
  try {
    watchCalls(started.addSpan);
    measure((vital) =>
      started.addVital({ ...vital, page: pagePattern(landedAt() ?? pathname, remotes) }),
    );
  } catch {
    // A browser that can't measure can still tell of errors.
  }
  return started;
}

/** The numbers are about the page that the document was asked for, wherever the person is by now. */
function landedAt(): string | undefined {
  const [document] = performance.getEntriesByType('navigation');
  return document && new URL(document.name).pathname;
}
