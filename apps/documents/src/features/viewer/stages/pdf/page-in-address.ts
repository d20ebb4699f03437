import { useEffect, useMemo, useRef } from 'react';
import { useShell, writeQuery } from '@tomekeeper/remote-kit';

const PAGE = 'page';
/** Debounce of URL updates; browsers reject frequent ones. */
const NOTE_AFTER_MS = 300;

interface PageInAddress {
  /** The page in the URL, if any. */
  asked: number | undefined;
  /** Changes with every navigation. */
  visit: string;
  /** Writes the current page to the URL without a history entry. */
  note: (page: number) => void;
}

/** The `?page=` parameter, from 1. Links open that page, and the URL follows the reading position. */
export function usePageInAddress(pages: number): PageInAddress {
  const { key: visit } = useShell().routing.useLocation();
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return useMemo(
    () => ({
      // The router does not see `history.replaceState` updates.
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

/** The stored position, unless the URL asks for another page. */
export const startingPlace = (kept: number, asked: number | undefined): number =>
  asked === undefined || Math.abs(kept - asked) < 1 ? kept : asked;

function pageIn(search: string, pages: number): number | undefined {
  const asked = Number.parseInt(new URLSearchParams(search).get(PAGE) ?? '', 10);
  return Number.isNaN(asked) ? undefined : Math.min(Math.max(1, asked), pages);
}

function write(page: number, pages: number): void {
  if ((pageIn(window.location.search, pages) ?? 1) !== page) writeQuery({ [PAGE]: String(page) });
}
