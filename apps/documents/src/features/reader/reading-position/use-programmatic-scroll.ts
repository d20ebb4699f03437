import { useEffect, useEffectEvent, useRef } from 'react';
import { useShell } from '@tomekeeper/remote-kit';
import { isNoPassage, type PassageStore } from '../column/passage-store';

/** Scrolls the text to the current page of the file next to it. */
export function usePageTarget(
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
      // After the last text, or if the request fails, the text stays where it is.
      (at) => at !== undefined && !controller.signal.aborted && goTo(at),
      () => undefined,
    );
    return () => controller.abort();
  }, [page, store, goTo]);
}

/** Jumps to a page by number. @returns the function that does so */
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
        else toast({ message: `There is no text from page ${page} on.` });
      },
      () =>
        !signal.aborted &&
        toast({ message: 'Unable to go to this page. Try again in a moment.', tone: 'error' }),
    );
  };
}

/** Follows links to passages of the open text. */
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
              ? 'The linked passage was not found. Use “Find” to search for its words.'
              : 'Unable to open the linked passage. Try again in a moment.',
            tone: 'error',
          }),
      );
  });
  useEffect(() => {
    if (before.current === visit.key) return undefined;
    before.current = visit.key;
    const controller = new AbortController();
    follow(controller.signal);
    // Cancels the jump on unmount, or if another link is followed.
    return () => controller.abort();
  }, [visit.key]);
}
