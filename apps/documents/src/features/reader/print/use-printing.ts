import { useEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useShell } from '@tomekeeper/remote-kit';
import type { PassageStore } from '../column/passage-store';
import type { Passage } from '../../documents-api/passages-api';
import { PRINT_MOST } from './printed-text';
import { ALL_BELOW } from '../column/use-scrolled-rows';

/** Timeout for pictures; missing ones are left out. */
const PICTURES_MS = 8_000;
const LOOK_MS = 50;

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
      if (lacking > 0)
        toast({
          message:
            lacking === 1
              ? 'One picture did not load in time and was left out. Print again to include it.'
              : `${lacking.toLocaleString()} pictures did not load in time and were left out. Print again to include them.`,
        });
    } catch {
      if (!controller.signal.aborted)
        toast({ message: 'Unable to load all of the text. Try again in a moment.', tone: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return { print: () => void print(), printed, paper, isBusy };
}

/** Waits for all pictures of the printed text. @returns the number that did not load in time */
async function picturesLacking(
  paper: RefObject<HTMLElement | null>,
  signal: AbortSignal,
): Promise<number> {
  const figures = () => [...(paper.current?.querySelectorAll('figure') ?? [])];
  const isComing = (figure: HTMLElement) =>
    figure.dataset['lacks'] === 'coming' || figure.querySelector('img')?.complete === false;
  const end = Date.now() + PICTURES_MS;
  while (figures().some(isComing) && Date.now() < end && !signal.aborted)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  return figures().filter((one) => isComing(one) || one.dataset['lacks'] === 'failed').length;
}
