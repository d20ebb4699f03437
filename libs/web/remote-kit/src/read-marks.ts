import { useMemo, useSyncExternalStore } from 'react';

const STORE = 'tomekeeper.unread';
/** Campaigns of one person that a browser remembers. */
const MAX_CAMPAIGNS = 200;
/** Opened documents of a campaign that it remembers beside the moment before which all count as read. */
const MAX_READ = 500;

/** What one person has read of a campaign, in this browser. */
export interface ReadMarks {
  /** What players were shown up to this moment counts as read. */
  since: number;
  /** Documents opened since, each with the moment it was shown: shown anew, it is unread again. */
  read: Readonly<Record<string, number>>;
  /** Of notes, how many passages they have seen. */
  passages?: Readonly<Record<string, number>> | undefined;
}

type Campaigns = Readonly<Record<string, ReadMarks>>;

/** A document as far as its being new goes. */
interface Shown {
  id: string;
  created_at: string;
}

export const momentOf = ({ created_at }: Pick<Shown, 'created_at'>): number =>
  Date.parse(created_at) || 0;

/** Whether it was shown since the marks were set, and not opened since; without marks nobody has looked here yet. */
export const isUnread = (marks: ReadMarks | undefined, document: Shown): boolean =>
  marks !== undefined &&
  momentOf(document) > marks.since &&
  (marks.read[document.id] ?? 0) < momentOf(document);

/** A document whose new passages are counted; only notes have a count. */
interface CountedPassages {
  id: string;
  passage_count?: number | undefined;
}

/** How many passages of a note a person sees more than when they last opened it; none where they never did. */
export function newPassages(
  marks: ReadMarks | undefined,
  { id, passage_count = 0 }: CountedPassages,
): number {
  const known = marks?.passages?.[id];
  return known === undefined ? 0 : Math.max(0, passage_count - known);
}

/** The marks of one person by campaign; the server knows nothing of them. */
export function useReadMarks(person: string | undefined): Campaigns {
  const kept = useSyncExternalStore(subscribe, () => readText(person));
  return useMemo(() => marksIn(kept), [kept]);
}

export function keepReadMarks(
  person: string,
  campaignId: string,
  { since, read, passages = {} }: ReadMarks,
): void {
  try {
    const others = Object.entries(marksIn(readText(person))).filter(([id]) => id !== campaignId);
    const bounded = { since, read: newestOf(read), passages: newestOf(passages) };
    const entries = [...others, [campaignId, bounded]].slice(-MAX_CAMPAIGNS);
    localStorage.setItem(placeOf(person), JSON.stringify(Object.fromEntries(entries)));
  } catch {
    // Storage is closed or full: nothing is marked then.
  }
  listeners.forEach((listener) => listener());
}

const newestOf = (marks: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(marks).slice(-MAX_READ));

/** What one person has read of a campaign, as this browser knows it now. */
export const readMarksOf = (person: string, campaignId: string): ReadMarks | undefined =>
  marksIn(readText(person))[campaignId];

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
  return (
    typeof marks?.since === 'number' &&
    typeof marks.read === 'object' &&
    (marks.passages === undefined ||
      (typeof marks.passages === 'object' && marks.passages !== null))
  );
};
