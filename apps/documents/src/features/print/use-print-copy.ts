import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useHints, useShell, useViewAs } from '@tomekeeper/remote-kit';
import { lackingInWords, picturesLacking, PRINT_MOST } from '../reader/print/paper';
import { loadReader } from '../viewer/load-reader';
import type { Document } from '../documents-api/documents-api';
import { readTexts, TooMuchText, type LoadedText } from './read-texts';

const CHANGED = 'Something changed while the documents were loaded. Print again.';

export interface Loaded {
  texts: readonly LoadedText[];
  /** Of the reader's chunk. */
  PrintedDocument: Awaited<ReturnType<typeof loadReader>>['PrintedDocument'];
}

/** Loads documents as the present viewer sees them, and prints them. */
export function usePrintCopy(campaignId: string) {
  const { http, toast } = useShell();
  const viewAs = useViewAs();
  const [printed, setPrinted] = useState<Loaded>();
  /** Index of the document that is being loaded. */
  const [at, setAt] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const paper = useRef<HTMLDivElement>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => {
    const done = () => setPrinted(undefined);
    window.addEventListener('afterprint', done);
    return () => {
      window.removeEventListener('afterprint', done);
      running.current?.abort();
    };
  }, []);
  // Text that was hidden meanwhile must not be printed.
  useHints(['documents', 'members', 'campaigns'], campaignId, () => {
    setPrinted(undefined);
    if (!running.current) return;
    running.current.abort();
    setFailure(CHANGED);
  });

  const print = async (documents: readonly Document[]) => {
    if (running.current) return;
    const controller = (running.current = new AbortController());
    const { signal } = controller;
    setFailure(undefined);
    try {
      const { PrintedDocument } = await loadReader();
      const texts = await readTexts(documents, { http, viewAs, signal, onDocument: setAt });
      if (signal.aborted) return;
      if (texts.length === 0) return setFailure('These documents have no text to print.');
      flushSync(() => setPrinted({ texts, PrintedDocument }));
      const lacking = await picturesLacking(paper, signal);
      if (signal.aborted) return;
      window.print();
      if (lacking > 0) toast({ message: lackingInWords(lacking) });
    } catch (error) {
      if (!signal.aborted) setFailure(wordsOf(error));
    } finally {
      running.current = undefined;
      setAt(undefined);
    }
  };
  return {
    print: (documents: readonly Document[]) => void print(documents),
    printed,
    paper,
    at,
    failure,
  };
}

const wordsOf = (error: unknown): string =>
  error instanceof TooMuchText
    ? `These documents have more than ${PRINT_MOST.toLocaleString()} passages, the most that are printed at once. Choose fewer documents.`
    : 'Unable to load all of the text. Try again in a moment.';
