import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { isManaged, isNote, isPlayerNote, type Document } from '../../documents-api/documents-api';
import type { PassageStore } from '../column/passage-store';
import { keepPassages, knownPassages } from './kept-passages';
import { markOpened } from '../../list/unread/unread';

/** Maximum length of notes whose seen passages are stored. */
const MOST_MARKED = 500;

export interface NewPassage {
  id: string;
  at: number;
}

export interface News {
  /** Whether the banner is shown: not at the first visit, and not for long texts. */
  isTold: boolean;
  /** Undefined while loading. */
  passages: readonly NewPassage[] | undefined;
}

/**
 * Passages of a note that are new to a player since the last visit on this device. They stay marked until the page is closed.
 * @param person undefined if nothing may be stored
 */
export function useNewPassages(
  document: Document,
  person: string | undefined,
  store: PassageStore,
  total: number | undefined,
): News {
  // GMs write notes themselves and need no marks; notes of players do not count as revealed.
  const isRevealed = isNote(document) && !isManaged(document) && !isPlayerNote(document);
  const player = isRevealed ? person : undefined;
  const [keptBefore] = useState(() =>
    player === undefined ? undefined : knownPassages(player, document.id),
  );
  // At the first visit, all existing passages count as known.
  const isKnown = useRef(keptBefore);
  const [passages, setPassages] = useState<readonly NewPassage[]>();
  const text = useSyncExternalStore(store.subscribe, store.renewals);
  useEffect(() => {
    if (player === undefined || total === undefined) return undefined;
    markOpened(player, document.campaign, [document]);
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
      // An aborted request is followed by another; a failed one marks nothing.
      () => undefined,
    );
    return () => controller.abort();
  }, [player, document, store, total, text]);
  const isCounted = total !== undefined && total <= MOST_MARKED;
  return { isTold: keptBefore !== undefined && isCounted, passages };
}
