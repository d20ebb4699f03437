import { useEffect, useMemo, useRef } from 'react';
import { useShell, writeQuery } from '@tomekeeper/remote-kit';

const PAGE = 'page';
/** Browsers refuse an address that changes many times a second. */
const NOTE_AFTER_MS = 300;

interface PageInAddress {
  /** The page that the address asks for, if it does. */
  asked: number | undefined;
  /** Another for each time that an address was gone to. */
  visit: string;
  /** Puts into the address which page is read, without a step of the history. */
  note: (page: number) => void;
}

/** `?page=` of the address, from 1: a link leads to the page, and the address can be passed on while reading. */
export function usePageInAddress(pages: number): PageInAddress {
  const { key: visit } = useShell().routing.useLocation();
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return useMemo(
    () => ({
      // The shell knows nothing of what is only written into the address.
      asked: pageIn(window.location.search, pages),
      visit,
      note(page) {
        window.clearTimeout(timer.current);
        timer.current = window.setTimeout(() => write(page, pages), NOTE_AFTER_MS);
      },
    }),
    [visit, pages],
  );
}

/** Where somebody was goes on, unless the address asks for another page. */
export const startingPlace = (kept: number, asked: number | undefined): number =>
  asked === undefined || Math.abs(kept - asked) < 1 ? kept : asked;

function pageIn(search: string, pages: number): number | undefined {
  const asked = Number.parseInt(new URLSearchParams(search).get(PAGE) ?? '', 10);
  return Number.isNaN(asked) ? undefined : Math.min(Math.max(1, asked), pages);
}

function write(page: number, pages: number): void {
  if ((pageIn(window.location.search, pages) ?? 1) !== page) writeQuery({ [PAGE]: String(page) });
}
