import { useState } from 'react';
import type { Document } from '../../documents-api/documents-api';

/** Documents that are chosen to do something with all of them. */
export interface Selection {
  chosen: readonly Document[];
  isChosen: (document: Document) => boolean;
  /** One more, or one less; the next range begins there. */
  toggle: (document: Document) => void;
  /** All from where the last choice was made to here. */
  extendTo: (document: Document) => void;
  all: () => void;
  clear: () => void;
}

/** @param shown what stands on the screen; what does not is never chosen, so that nothing unseen is deleted */
export function useSelection(shown: readonly Document[]): Selection {
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
    all: () => setIds(new Set(shown.map(({ id }) => id))),
    clear() {
      setIds(new Set());
      setAnchor(undefined);
    },
  };
}
