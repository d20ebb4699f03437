import { useEffect, useRef } from 'react';
import { useShell } from './shell-context';

/** Kinds of invalidation events; later releases may add more. */
export type HintKind =
  | 'documents'
  | 'comments'
  | 'campaign'
  | 'campaigns'
  | 'members'
  | 'sessions'
  | 'board'
  | 'show'
  | 'presence';

/** Invalidation event: says that server data changed, never the new value. The client refetches. */
export interface Hint {
  /** A {@link HintKind}, or `everything` if events may have been missed. */
  kind: string;
  /** Null for `everything`. */
  campaign: string | null;
  /** Changed resource; null for `everything`. */
  id: string | null;
  /** Change id that a client of the same user assigned; absent for all other changes. */
  change?: string;
}

/** Invalidation events of the signed-in user. */
export interface Hints {
  /**
   * Calls the listener for every event.
   * @returns unsubscribe function
   */
  subscribe: (listener: (hint: Hint) => void) => () => void;
}

/**
 * Subscribes to invalidation events of the given kinds, of one campaign or, without `campaign`, of all. The listener always
 * receives `everything` events.
 */
export function useHints(
  kinds: readonly HintKind[],
  campaign: string | undefined,
  onHint: (hint: Hint) => void,
): void {
  const { hints } = useShell();
  const latest = useRef(onHint);
  useEffect(() => {
    latest.current = onHint;
  });
  const wanted = kinds.join(' ');
  useEffect(
    () =>
      hints.subscribe((hint) => {
        const isWanted =
          wanted.split(' ').includes(hint.kind) &&
          (campaign === undefined || hint.campaign === campaign);
        if (isWanted || hint.kind === 'everything') latest.current(hint);
      }),
    [hints, wanted, campaign],
  );
}
