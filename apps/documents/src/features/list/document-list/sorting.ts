import { useState } from 'react';
import { nameOf, type Document } from '../../documents-api/documents-api';
import { kindOrder } from './document-kind';

export const SORTINGS = [
  { value: 'newest', label: 'Newest' },
  { value: 'title', label: 'Title' },
  { value: 'kind', label: 'Kind' },
  { value: 'session', label: 'Session' },
] as const;
export type Sorting = (typeof SORTINGS)[number]['value'];

const STORE = 'tomekeeper.documents-sorting';

/** Natural order: 'Session 9' precedes 'Session 10'. */
const BY_NAME = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Sorted documents, pinned ones first. Relies on the server's order for newest first. */
export function sorted(documents: readonly Document[], by: Sorting): readonly Document[] {
  return documents.toSorted(
    (one, other) =>
      Number(other.pinned ?? false) - Number(one.pinned ?? false) ||
      (by === 'kind' ? kindOrder(one) - kindOrder(other) : 0) ||
      (by === 'session' ? sessionOf(one) - sessionOf(other) || 0 : 0) ||
      (by === 'newest' ? 0 : BY_NAME.compare(nameOf(one), nameOf(other))),
  );
}

const SESSION =
  /(?<!\p{L})(?:session|episode)[\s_.#:-]*(?:(?:no|nr|number)[\s_.]*)?(\d{1,4})(?!\d)/iu;

/** Number of the session in the name of a document; infinite for other documents. */
function sessionOf(document: Document): number {
  const found = SESSION.exec(nameOf(document).normalize('NFKC'));
  return found ? Number(found[1]) : Infinity;
}

/** Number of documents that are named like a session. */
export const countSessions = (documents: readonly Document[]): number =>
  documents.filter((one) => sessionOf(one) < Infinity).length;

/** Sort orders to offer: by session only if several documents are named like sessions. */
export const sortingsFor = (sessions: number) =>
  SORTINGS.filter(({ value }) => value !== 'session' || sessions > 1);

/** The last choice in this browser. */
export function useSorting(): [Sorting, (sorting: Sorting) => void] {
  const [sorting, setSorting] = useState(readSorting);
  return [
    sorting,
    (next) => {
      setSorting(next);
      try {
        localStorage.setItem(STORE, next);
      } catch {
        // Storage is disabled or full: the next visit uses the default.
      }
    },
  ];
}

function readSorting(): Sorting {
  try {
    const kept = localStorage.getItem(STORE);
    return SORTINGS.find(({ value }) => value === kept)?.value ?? 'newest';
  } catch {
    return 'newest';
  }
}
