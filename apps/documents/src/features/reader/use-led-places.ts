import { useEffect, useEffectEvent, useRef } from 'react';
import type { PassageStore } from './passage-store';

/** Goes to the page that the file beside the text has come to. */
export function useFollowedPage(
  page: number | undefined,
  store: PassageStore,
  goTo: (at: number) => void,
): void {
  useEffect(() => {
    if (page === undefined) return undefined;
    const known = store.placeOfPage(page);
    if (known !== undefined) {
      goTo(known);
      return undefined;
    }
    const controller = new AbortController();
    store.open({ page }, controller.signal).then(
      (at) => !controller.signal.aborted && goTo(at),
      // The text stays where it was.
      () => undefined,
    );
    return () => controller.abort();
  }, [page, store, goTo]);
}

/** A link within the page to one of its passages, followed while the text stands open. */
export function useVisits(
  visit: { key: string; passage: string | undefined },
  goToPassage: (id: string, at: number) => void,
  store: PassageStore,
): void {
  const before = useRef(visit.key);
  const follow = useEffectEvent(() => {
    const { passage } = visit;
    if (passage === undefined) return;
    const known = store.placeOf(passage);
    if (known !== undefined) goToPassage(passage, known);
    else
      store.open({ around: passage }).then(
        (at) => goToPassage(passage, at),
        () => undefined,
      );
  });
  useEffect(() => {
    if (before.current === visit.key) return;
    before.current = visit.key;
    follow();
  }, [visit.key]);
}
