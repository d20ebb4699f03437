import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { isNote, type Document } from '../../documents-api/documents-api';
import type { PassageStore } from '../column/passage-store';
import { keepPassages, knownPassages } from './kept-passages';
import { markOpened } from '../../list/unread/unread';

/** Of longer texts it is not kept which passages somebody has seen. */
const MOST_MARKED = 500;

export interface NewPassage {
  id: string;
  at: number;
}

export interface News {
  /** Whether it is told above the text: at the first visit nothing is new, and of long texts nobody knows. */
  isTold: boolean;
  /** Undefined before it is known. */
  passages: readonly NewPassage[] | undefined;
}

/**
 * Passages of a note that a player did not see when they last had it open, on this device. They stay marked until the page is left.
 * @param person undefined where nothing is kept
 */
export function useNewPassages(
  document: Document,
  person: string | undefined,
  store: PassageStore,
  total: number | undefined,
): News {
  // GMs, who are told tags, write it themselves.
  const player = isNote(document) && document.tags === undefined ? person : undefined;
  const [keptBefore] = useState(() =>
    player === undefined ? undefined : knownPassages(player, document.id),
  );
  // At the first visit all is known that is there at its beginning.
  const isKnown = useRef(keptBefore);
  const [passages, setPassages] = useState<readonly NewPassage[]>();
  const text = useSyncExternalStore(store.subscribe, store.renewals);
  useEffect(() => {
    if (player === undefined || total === undefined) return undefined;
    markOpened(player, document.campaign, document);
    if (total > MOST_MARKED) return undefined;
    const controller = new AbortController();
    store.stretch(0, total - 1, controller.signal).then(
      (passages) => {
        if (controller.signal.aborted) return;
        const ids = passages.map(({ id }) => id);
        keepPassages(player, document.id, ids);
        const known = (isKnown.current ??= (id) => ids.includes(id));
        setPassages(ids.flatMap((id, at) => (known(id) ? [] : [{ id, at }])));
      },
      // Another text comes at once and is looked at then; without an answer nothing is marked.
      () => undefined,
    );
    return () => controller.abort();
  }, [player, document, store, total, text]);
  const isCounted = total !== undefined && total <= MOST_MARKED;
  return { isTold: keptBefore !== undefined && isCounted, passages };
}
