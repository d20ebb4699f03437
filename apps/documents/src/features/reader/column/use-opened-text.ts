import { useEffect, useMemo, useState } from 'react';
import { isNoPassage, PassageStore } from './passage-store';
import type { PassagesApi, TextWindow } from '../../documents-api/passages-api';
import type { StartPlace } from './use-scrolled-rows';

export interface FirstPlace extends TextWindow {
  /** Scroll offset within the passage of `from`, from 0 to 1. */
  share?: number;
  /** Fallback index if the passage does not exist. */
  otherwise?: number;
}

/** Share of the window above a linked passage, so that its heading is usually visible. */
const ABOVE_LIT = 0.2;

interface Opened {
  /** Scroll target; undefined at the beginning, where the page heading stays visible. */
  start?: StartPlace | undefined;
  failure?: unknown;
  /** The passage does not exist or is hidden; the response does not distinguish. */
  missed?: boolean;
}

/** Loads the text at its initial reading position. */
export function useOpenedText(api: PassagesApi, first: FirstPlace) {
  const store = useMemo(() => new PassageStore(api), [api]);
  const [begin] = useState(first);
  const [attempt, setAttempt] = useState(0);
  const [opened, setOpened] = useState<Opened & { of: PassageStore }>();
  const [lit, setLit] = useState<string>();
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const { share = 0, otherwise = 0, ...place } = begin;
    const open = async (): Promise<Opened> => {
      try {
        const at = await store.open(place, signal);
        const focus = place.around !== undefined;
        if (focus) setLit(place.around);
        if (at === 0 && share === 0 && !focus) return { start: undefined };
        return { start: { at, share, focus, ...(focus && { above: ABOVE_LIT }) } };
      } catch (error) {
        if (place.around === undefined || !isNoPassage(error)) throw error;
        const at = await store.open({ from: otherwise }, signal);
        return { start: at === 0 ? undefined : { at, share: 0, focus: false }, missed: true };
      }
    };
    open().then(
      (next) => !signal.aborted && setOpened({ ...next, of: store }),
      (failure: unknown) => !signal.aborted && setOpened({ failure, of: store }),
    );
    return () => controller.abort();
  }, [store, begin, attempt]);
  useEffect(() => () => store.dispose(), [store]);
  const now = opened?.of === store ? opened : undefined;
  return {
    store,
    isOpen: now !== undefined && now.failure === undefined,
    start: now?.start,
    failure: now?.failure,
    missed: now?.missed ?? false,
    lit,
    setLit,
    retry: () => (store.error() === undefined ? setAttempt(attempt + 1) : store.retry()),
  };
}
