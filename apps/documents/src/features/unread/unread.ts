import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useShell } from '@tomekeeper/remote-kit';
import type { Document } from '../../documents-api';

const STORE = 'tomekeeper.unread';
/** Campaigns of one person that a browser remembers. */
const MAX_CAMPAIGNS = 200;
/** Opened documents of a campaign that it remembers beside the moment before which all count as read. */
const MAX_READ = 500;

/** What one person has read of a campaign, in this browser. */
interface ReadMarks {
  /** What players were shown up to this moment counts as read. */
  since: number;
  /** Documents opened since, each with the moment it was shown: shown anew, it is unread again. */
  read: Readonly<Record<string, number>>;
}

type Campaigns = Readonly<Record<string, ReadMarks>>;

const momentOf = ({ created_at }: Document): number => Date.parse(created_at) || 0;

/**
 * What has been shown to a player since they first looked, and was not opened yet. Kept for one person and browser;
 * the server knows nothing of it. The first look marks nothing: everything would be new.
 */
export function useUnread(campaignId: string, documents: readonly Document[], isPlayer: boolean) {
  const { session } = useShell();
  const state = session.useSession();
  const person = isPlayer && state.status === 'signed-in' ? state.user?.id : undefined;
  const kept = useSyncExternalStore(subscribe, () => readText(person));
  const marks = useMemo(() => marksIn(kept)[campaignId], [kept, campaignId]);
  const keep = (next: ReadMarks) => {
    if (person) write(person, campaignId, next);
  };
  useEffect(() => {
    if (person && !marks) write(person, campaignId, firstLook(documents));
  }, [person, campaignId, marks, documents]);

  const isUnread = (document: Document) => marks !== undefined && isNew(document, marks);
  return {
    isUnread,
    opened(document: Document) {
      if (!marks || !isUnread(document)) return;
      keep({ ...marks, read: { ...marks.read, [document.id]: momentOf(document) } });
    },
    allRead: () => keep(firstLook(documents)),
  };
}

const isNew = (document: Document, { since, read }: ReadMarks): boolean =>
  momentOf(document) > since && (read[document.id] ?? 0) < momentOf(document);

const firstLook = (documents: readonly Document[]): ReadMarks => ({
  since: Math.max(0, ...documents.map(momentOf)),
  read: {},
});

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const placeOf = (person: string): string => `${STORE}.${person}`;

function readText(person: string | undefined): string {
  try {
    return (person && localStorage.getItem(placeOf(person))) || '{}';
  } catch {
    return '{}';
  }
}

function marksIn(kept: string): Campaigns {
  try {
    const stored: unknown = JSON.parse(kept);
    return typeof stored === 'object' && stored !== null
      ? Object.fromEntries(Object.entries(stored).filter(isMarks))
      : {};
  } catch {
    return {};
  }
}

const isMarks = (entry: [string, unknown]): entry is [string, ReadMarks] => {
  const marks = entry[1] as Partial<ReadMarks> | null;
  return typeof marks?.since === 'number' && typeof marks.read === 'object';
};

function write(person: string, campaignId: string, { since, read }: ReadMarks): void {
  try {
    const others = Object.entries(marksIn(readText(person))).filter(([id]) => id !== campaignId);
    const bounded = { since, read: Object.fromEntries(Object.entries(read).slice(-MAX_READ)) };
    const entries = [...others, [campaignId, bounded]].slice(-MAX_CAMPAIGNS);
    localStorage.setItem(placeOf(person), JSON.stringify(Object.fromEntries(entries)));
  } catch {
    // Storage is closed or full: nothing is marked then.
  }
  listeners.forEach((listener) => listener());
}
