import { useState } from 'react';
import type { Document } from '../../documents-api/documents-api';

/** Selected documents for bulk actions. */
export interface Selection {
  chosen: readonly Document[];
  isChosen: (document: Document) => boolean;
  /** Toggles a document, which becomes the anchor of a range. */
  toggle: (document: Document) => void;
  /** Selects the range from the anchor. */
  extendTo: (document: Document) => void;
  all: () => void;
  clear: () => void;
}

/**
 * @param shown displayed documents; others are never selected, so that bulk actions affect only visible rows
 * @param loadAll displays the rest of the list
 */
export function useSelection(
  shown: readonly Document[],
  loadAll?: () => Promise<readonly Document[]>,
): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [anchor, setAnchor] = useState<string>();
  const indexOf = (id: string | undefined) => shown.findIndex((document) => document.id === id);

  return {
    chosen: shown.filter(({ id }) => ids.has(id)),
    isChosen: ({ id }) => ids.has(id),
    toggle({ id }) {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      setIds(next);
      setAnchor(id);
    },
    extendTo({ id }) {
      const to = indexOf(id);
      const from = indexOf(anchor) < 0 ? to : indexOf(anchor);
      if (from === to) setAnchor(id);
      const range = shown.slice(Math.min(from, to), Math.max(from, to) + 1);
      setIds(new Set(range.map((document) => document.id)));
    },
    all() {
      const select = (all: readonly Document[]) => setIds(new Set(all.map(({ id }) => id)));
      select(shown);
      // The end of the list reports a failure.
      if (loadAll) void loadAll().then(select, () => undefined);
    },
    clear() {
      setIds(new Set());
      setAnchor(undefined);
    },
  };
}
