import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useShell } from '@tomekeeper/remote-kit';
import type { PassageStore } from './passage-store';
import type { Passage } from './passages-api';
import { PRINT_MOST } from './printed-text';
import { ALL_BELOW } from './use-scrolled-rows';

/** Pictures that have not come by then are left out. */
const PICTURES_MS = 4_000;

/** Prints all of a text, most of which is not on the screen. */
export function usePrinting(store: PassageStore, total: number | undefined) {
  const { toast } = useShell();
  const [printed, setPrinted] = useState<readonly Passage[]>();
  const [isBusy, setBusy] = useState(false);
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => {
    const done = () => setPrinted(undefined);
    window.addEventListener('afterprint', done);
    return () => {
      window.removeEventListener('afterprint', done);
      leaving.current?.abort();
    };
  }, []);
  const print = async () => {
    if (isBusy || total === undefined) return;
    if (total <= ALL_BELOW) return window.print();
    if (total > PRINT_MOST)
      return toast({
        message:
          `This text has ${total.toLocaleString()} passages; up to ${PRINT_MOST.toLocaleString()} are printed ` +
          'from here. Download the original to print it.',
      });
    setBusy(true);
    const controller = (leaving.current = new AbortController());
    try {
      const all = await store.all(controller.signal);
      flushSync(() => setPrinted(all));
      await picturesOf(document);
      if (!controller.signal.aborted) window.print();
    } catch {
      if (!controller.signal.aborted)
        toast({ message: 'Unable to load all of the text. Try again in a moment.', tone: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return { print: () => void print(), printed, isBusy };
}

/** Waits for those whose address has come. */
function picturesOf(page: Document): Promise<unknown> {
  const coming = [...page.images].filter((image) => !image.complete);
  const come = coming.map(
    (image) =>
      new Promise((resolve) => {
        image.addEventListener('load', resolve, { once: true });
        image.addEventListener('error', resolve, { once: true });
      }),
  );
  return Promise.race([
    Promise.all(come),
    new Promise((resolve) => setTimeout(resolve, PICTURES_MS)),
  ]);
}
