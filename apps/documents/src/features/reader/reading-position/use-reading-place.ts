import { useEffect, useMemo, useRef, useState } from 'react';
import { useShell, writeHash, writeQuery } from '@tomekeeper/remote-kit';
import type { Document } from '../../documents-api/documents-api';
import { textPlaceOf, type KeptPlace } from './kept-places';
import { useKeptPlace } from './use-kept-place';
import type { Passage } from '../../documents-api/passages-api';
import type { FoundAt } from '../find/find-words';
import type { FirstPlace } from '../column/use-opened-text';
import type { RowPlace } from '../column/use-scrolled-rows';

/** Debounce of URL updates; browsers reject frequent ones. */
const NOTE_AFTER_MS = 300;

/**
 * Reading position in a text. It starts at the link target or the stored position, is stored on the device, and is reflected in
 * the URL: `#p-…` while the linked passage is on screen, else `?page=` for files with pages.
 */
export function useReadingPlace(
  document: Document,
  person: string | undefined,
  /** Whether to write the page to the URL; the file does so if it is next to the text. */
  tellsPage: boolean,
) {
  const { hash, search, key } = useShell().routing.useLocation();
  const [keptPlace, keepPlace] = useKeptPlace(person, textPlaceOf(document.id), isStart);
  const passage = passageOf(hash);
  // The router does not see `history.replaceState` updates, such as a changed page of the file.
  const [first] = useState(() => firstPlace(passage, pageOf(window.location.search), keptPlace));
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const here = useRef<RowPlace>(undefined);
  /** The passage in the URL, once it was on screen. */
  const shown = useRef<string>(undefined);
  const acts = useMemo(
    () => ({
      note(place: RowPlace, read: Passage | undefined) {
        here.current = place;
        keepPlace([place.at, round(place.share), read?.page ?? 0]);
        const goal = passageOf(window.location.hash);
        if (goal !== undefined && isOnScreen(goal)) shown.current = goal;
        window.clearTimeout(timer.current);
        timer.current = window.setTimeout(() => {
          const led = passageOf(window.location.hash);
          if (led !== undefined) {
            // A distant target renders a moment later.
            if (shown.current !== led || isOnScreen(led)) return;
            writeHash('');
            writeQuery({ [QUOTE]: undefined });
          }
          if (tellsPage && read?.page !== undefined)
            writeQuery({ page: read.page === 1 ? undefined : String(read.page) });
        }, NOTE_AFTER_MS);
      },
      led(id: string) {
        if (passageOf(window.location.hash) !== id) writeQuery({ [QUOTE]: undefined });
        writeHash(`#p-${encodeURIComponent(id)}`);
      },
      /** Whether the user scrolled away from the linked passage. */
      isLeft: (id: string) => passageOf(window.location.hash) !== id && !isOnScreen(id),
    }),
    [keepPlace, tellsPage],
  );
  const visit = useMemo(() => ({ key, passage }), [key, passage]);
  const quote = useMemo(() => quoteOf(passage, search), [passage, search]);
  return useMemo(() => ({ first, visit, quote, ...acts }), [first, visit, quote, acts]);
}

const QUOTE = 'quote';

/** Quoted words of the linked passage: UTF-16 offsets in its text. */
export interface Quote {
  passage: string;
  ranges: readonly FoundAt[];
}

/** The quote of an address such as `?quote=12-80_95-120#p-…`. */
function quoteOf(passage: string | undefined, search: string): Quote | undefined {
  const written = new URLSearchParams(search).get(QUOTE) ?? '';
  const ranges = [...written.matchAll(/(\d{1,7})-(\d{1,7})/g)].map(
    ([, start, end]) => [Number(start), Number(end)] as const,
  );
  return passage === undefined || ranges.length === 0 ? undefined : { passage, ranges };
}

const isStart = ([at = 0]: KeptPlace): boolean => at === 0;

const PASSAGE = '#p-';

/** The passage id in a URL fragment. */
export function passageOf(hash: string): string | undefined {
  if (!hash.startsWith(PASSAGE)) return undefined;
  try {
    return decodeURIComponent(hash.slice(PASSAGE.length)) || undefined;
  } catch {
    return undefined;
  }
}

function pageOf(search: string): number | undefined {
  const page = Number.parseInt(new URLSearchParams(search).get('page') ?? '', 10);
  return Number.isNaN(page) || page < 1 ? undefined : page;
}

/** Initial position: the passage of a link, else a page in the URL other than the stored one, else the stored position. */
function firstPlace(
  passage: string | undefined,
  page: number | undefined,
  keptPlace: readonly number[] | undefined,
): FirstPlace {
  const [at = 0, share = 0, keptPage = 0] = keptPlace ?? [];
  if (passage !== undefined) return { around: passage, otherwise: at };
  if (page !== undefined && page !== keptPage) return { page };
  return { from: Math.max(0, Math.floor(at)), share: Math.min(Math.max(0, share), 1) };
}

function isOnScreen(passage: string): boolean {
  const box = window.document.getElementById(`p-${passage}`)?.getBoundingClientRect();
  return box !== undefined && box.bottom > 0 && box.top < window.innerHeight;
}

const round = (share: number): number => Math.round(share * 1000) / 1000;
