import { useEffect, useEffectEvent, useRef } from 'react';
import { useShell } from '@tomekeeper/remote-kit';
import { isNoPassage, type PassageStore } from '../column/passage-store';

/** Goes to the page that the file beside the text has come to. */
export function useFollowedPage(
  page: number | undefined,
  store: PassageStore,
  goTo: (at: number) => void,
): void {
  useEffect(() => {
    if (page === undefined) return undefined;
    const known = store.wherePageBegins(page);
    if (known !== undefined) {
      goTo(known);
      return undefined;
    }
    const controller = new AbortController();
    store.openPage(page, controller.signal).then(
      // Beside a page behind the last text, and where the call fails, the text stays where it was.
      (at) => at !== undefined && !controller.signal.aborted && goTo(at),
      () => undefined,
    );
    return () => controller.abort();
  }, [page, store, goTo]);
}

/** Goes to a page that somebody names. @returns the way to do that */
export function usePageJump(
  store: PassageStore,
  goTo: (at: number, options: { focus: true }) => void,
): (page: number) => void {
  const { toast } = useShell();
  const last = useRef<AbortController>(null);
  useEffect(() => () => last.current?.abort(), []);
  return (page) => {
    last.current?.abort();
    const known = store.wherePageBegins(page);
    if (known !== undefined) {
      goTo(known, { focus: true });
      return;
    }
    const { signal } = (last.current = new AbortController());
    store.openPage(page, signal).then(
      (at) => {
        if (signal.aborted) return;
        if (at !== undefined) goTo(at, { focus: true });
        else toast({ message: `From page ${page} on there is no text.` });
      },
      () =>
        !signal.aborted &&
        toast({ message: 'Unable to go to this page. Try again in a moment.', tone: 'error' }),
    );
  };
}

/** A link within the page to one of its passages, followed while the text stands open. */
export function useVisits(
  visit: { key: string; passage: string | undefined },
  goToPassage: (id: string, at: number) => void,
  store: PassageStore,
): void {
  const { toast } = useShell();
  const before = useRef(visit.key);
  const follow = useEffectEvent((signal: AbortSignal) => {
    const { passage } = visit;
    if (passage === undefined) return;
    const known = store.whereIs(passage);
    if (known !== undefined) goToPassage(passage, known);
    else
      store.open({ around: passage }, signal).then(
        (at) => !signal.aborted && goToPassage(passage, at),
        (error: unknown) =>
          !signal.aborted &&
          toast({
            message: isNoPassage(error)
              ? 'The passage of this link is not here. Look for its words with “Find”.'
              : 'Unable to go to the passage of this link. Press it again in a moment.',
            tone: 'error',
          }),
      );
  });
  useEffect(() => {
    if (before.current === visit.key) return undefined;
    before.current = visit.key;
    const controller = new AbortController();
    follow(controller.signal);
    // Whoever is elsewhere by then, or followed another link, is led nowhere.
    return () => controller.abort();
  }, [visit.key]);
}
