import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Document } from '../../documents-api/documents-api';
import { isRevealedText, useRead } from '../../documents-api/news/read-mark';
import type { PassageStore } from '../column/passage-store';

/** Maximum length of texts whose new passages are marked. */
const MOST_MARKED = 500;

export interface NewPassage {
  id: string;
  at: number;
}

export interface News {
  /** Whether the banner is shown: to players, and not for long texts. */
  isTold: boolean;
  /** Whether the player opened the document for the first time. */
  isFirst: boolean;
  /** Undefined while loading. */
  passages: readonly NewPassage[] | undefined;
}

interface OpenText {
  store: PassageStore;
  /** Undefined while loading. */
  total: number | undefined;
  /** Id of the latest comment of another member, which counts as read too. */
  comment: string | undefined;
}

/** Answers since the page was opened. */
interface Opened {
  isFirst: boolean;
  ids: readonly string[];
}

/**
 * Passages of a text that are new to a player since they last opened it. They stay marked until the page is closed.
 * @param person undefined if nothing may be recorded
 */
export function useNewPassages(
  document: Document,
  person: string | undefined,
  { store, total, comment }: OpenText,
): News {
  // GMs write the texts themselves and need no marks.
  const isRecorded = person !== undefined && isRevealedText(document);
  const read = useRead(document);
  const [opened, setOpened] = useState<Opened>();
  const [passages, setPassages] = useState<readonly NewPassage[]>();
  const text = useSyncExternalStore(store.subscribe, store.renewals);
  const isLoaded = total !== undefined;
  useEffect(() => {
    if (!isRecorded || !isLoaded) return;
    // Never aborted: the server returns each passage as new only once.
    void read().then((answer) => {
      if (!answer) return;
      const { new_passages: ids } = answer;
      setOpened((before) => ({
        isFirst: before?.isFirst ?? ids === undefined,
        ids: [...new Set([...(before?.ids ?? []), ...(ids ?? [])])],
      }));
    });
  }, [isRecorded, isLoaded, read, text, comment]);
  const isCounted = isLoaded && total <= MOST_MARKED;
  useEffect(() => {
    if (!opened || !isCounted) return undefined;
    const controller = new AbortController();
    void placesOf(opened.ids, store, total, controller.signal).then((found) => {
      if (!controller.signal.aborted) setPassages(found);
    });
    return () => controller.abort();
  }, [opened, isCounted, store, total, text]);
  return { isTold: isRecorded && isCounted, isFirst: opened?.isFirst ?? false, passages };
}

/** Where passages are in the text, in reading order; none if the text is not available. */
async function placesOf(
  ids: readonly string[],
  store: PassageStore,
  total: number,
  signal: AbortSignal,
): Promise<NewPassage[]> {
  if (ids.length === 0) return [];
  const all = await store.stretch(0, total - 1, signal).catch(() => []);
  return all.flatMap(({ id }, at) => (ids.includes(id) ? [{ id, at }] : []));
}
