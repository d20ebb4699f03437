import { useEffect, useRef } from 'react';
import { useShell } from './shell-context';

/** What a hint may be about; a later release may know more. */
export type HintKind = 'documents' | 'campaign' | 'campaigns' | 'members' | 'show' | 'presence';

/** That something changed on the server, never what it is now: who hears it asks again. */
export interface Hint {
  /** A {@link HintKind}, or `everything` where hints may have been missed. */
  kind: string;
  /** Null with `everything`. */
  campaign: string | null;
  /** What changed; null with `everything`. */
  id: string | null;
  /** Id that a client of this person gave the change; absent for all other changes. */
  change?: string;
}

/** Hints for the signed-in person, while there is one. */
export interface Hints {
  /** Calls back for every hint. @returns the function that stops it */
  subscribe: (listener: (hint: Hint) => void) => () => void;
}

/**
 * Hears hints of some kinds about a campaign, or about any where none is given. What may have been missed is heard as
 * `everything`, whatever was asked for.
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
