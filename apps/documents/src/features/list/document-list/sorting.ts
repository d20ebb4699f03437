import { useState } from 'react';
import { nameOf, type Document } from '../../documents-api/documents-api';
import { kindOrder } from './document-kind';

/** What a list of documents can be sorted by. */
export const SORTINGS = [
  { value: 'newest', label: 'Newest' },
  { value: 'title', label: 'Title' },
  { value: 'kind', label: 'Kind' },
] as const;
export type Sorting = (typeof SORTINGS)[number]['value'];

const STORE = 'tomekeeper.documents-sorting';

/** As people count: 'Session 9' stands before 'Session 10'. */
const BY_NAME = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** The documents as wanted, pinned ones above the others; the server sends them newest first. */
export function sorted(documents: readonly Document[], by: Sorting): readonly Document[] {
  return documents.toSorted(
    (one, other) =>
      Number(other.pinned ?? false) - Number(one.pinned ?? false) ||
      (by === 'kind' ? kindOrder(one) - kindOrder(other) : 0) ||
      (by === 'newest' ? 0 : BY_NAME.compare(nameOf(one), nameOf(other))),
  );
}

/** What was chosen last in this browser. */
export function useSorting(): [Sorting, (sorting: Sorting) => void] {
  const [sorting, setSorting] = useState(readSorting);
  return [
    sorting,
    (next) => {
      setSorting(next);
      try {
        localStorage.setItem(STORE, next);
      } catch {
        // Storage is closed or full: the next visit begins with the newest.
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
