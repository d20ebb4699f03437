import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useShell } from '@tomekeeper/remote-kit';
import type { PassageStore } from '../column/passage-store';
import type { Passage } from '../../documents-api/passages-api';
import { lackingInWords, picturesLacking, PRINT_MOST } from './paper';
import { ALL_BELOW } from '../column/use-scrolled-rows';

/** Prints the whole text, most of which is not rendered on screen. */
export function usePrinting(store: PassageStore, total: number | undefined) {
  const { toast } = useShell();
  const [printed, setPrinted] = useState<readonly Passage[]>();
  const [isBusy, setBusy] = useState(false);
  const paper = useRef<HTMLDivElement>(null);
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
      const lacking = await picturesLacking(paper, controller.signal);
      if (controller.signal.aborted) return;
      window.print();
      if (lacking > 0) toast({ message: lackingInWords(lacking) });
    } catch {
      if (!controller.signal.aborted)
        toast({ message: 'Unable to load all of the text. Try again in a moment.', tone: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return { print: () => void print(), printed, paper, isBusy };
}
