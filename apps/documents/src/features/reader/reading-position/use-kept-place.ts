import { useCallback, useEffect, useRef, useState } from 'react';
import { useShell } from '@tomekeeper/remote-kit';
import { keepPlace, readPlace, type KeptPlace } from './kept-places';

/** Debounce of storage writes while scrolling. */
const KEEP_AFTER_MS = 400;
/** Time at the start of a document after which the start replaces the stored position. */
const REST_MS = 5_000;

/**
 * Last reading position of a person in a document, and the function that stores a new one. Nothing is stored without a person.
 *
 * @param isStart recognizes the start of a document that scrolls with the window. Users also scroll there to reach the header, so
 * the start is stored only after a rest, and positions passed on the way are not stored.
 */
export function useKeptPlace(
  person: string | undefined,
  document: string,
  isStart?: (place: KeptPlace) => boolean,
): [KeptPlace | undefined, (place: KeptPlace) => void] {
  const [before] = useState(() => (person === undefined ? undefined : readPlace(person, document)));
  const { session } = useShell();
  const latest = useRef<KeptPlace>(undefined);
  const timer = useRef<number>(undefined);

  const write = useCallback(() => {
    window.clearTimeout(timer.current);
    timer.current = undefined;
    const state = session.current();
    const other = state.status === 'signed-in' ? state.user?.id : undefined;
    // The page unmounts after sign-out, which has already deleted the data of the user.
    const isGone = state.status === 'signed-out' || (other !== undefined && other !== person);
    if (person !== undefined && !isGone && latest.current)
      keepPlace(person, document, latest.current);
    latest.current = undefined;
  }, [person, document, session]);

  useEffect(() => {
    // Mobile browsers may discard a background page without further events.
    const leave = () => window.document.visibilityState === 'hidden' && write();
    window.document.addEventListener('visibilitychange', leave);
    window.addEventListener('pagehide', write);
    return () => {
      window.document.removeEventListener('visibilitychange', leave);
      window.removeEventListener('pagehide', write);
      write();
    };
  }, [write]);

  const keep = useCallback(
    (place: KeptPlace) => {
      if (isStart) {
        window.clearTimeout(timer.current);
        timer.current = undefined;
      }
      if (isStart?.(place)) {
        // Leaving the page stores only `latest`.
        latest.current = undefined;
        timer.current = window.setTimeout(() => {
          latest.current = place;
          write();
        }, REST_MS);
        return;
      }
      latest.current = place;
      timer.current ??= window.setTimeout(write, KEEP_AFTER_MS);
    },
    [write, isStart],
  );
  return [before, keep];
}
