import { useMemo, useSyncExternalStore } from 'react';

const STORE = 'tomekeeper.unread';
/** Maximum campaigns per user in this browser. */
const MAX_CAMPAIGNS = 200;
/** Maximum opened documents per campaign, in addition to the time before which all documents count as read. */
const MAX_READ = 500;

/** Read state of one campaign for one user in this browser. */
export interface ReadMarks {
  /** Documents shown to players until this time count as read, in epoch milliseconds. */
  since: number;
  /** Documents opened since then, with the time they were shown: a document shown again is unread. */
  read: Readonly<Record<string, number>>;
  /** Passage counts of notes when they were last opened. */
  passages?: Readonly<Record<string, number>> | undefined;
}

type Campaigns = Readonly<Record<string, ReadMarks>>;

/** Fields of a document that determine its unread state. */
interface Shown {
  id: string;
  created_at: string;
}

export const momentOf = ({ created_at }: Pick<Shown, 'created_at'>): number =>
  Date.parse(created_at) || 0;

/** Whether a document was shown after the marks were set and not opened since; false without marks (first visit). */
export const isUnread = (marks: ReadMarks | undefined, document: Shown): boolean =>
  marks !== undefined &&
  momentOf(document) > marks.since &&
  (marks.read[document.id] ?? 0) < momentOf(document);

/** Document with a passage count; only notes have one. */
interface CountedPassages {
  id: string;
  passage_count?: number | undefined;
}

/** Number of passages added to a note since the user last opened it; 0 if they never did. */
export function newPassages(
  marks: ReadMarks | undefined,
  { id, passage_count = 0 }: CountedPassages,
): number {
  const known = marks?.passages?.[id];
  return known === undefined ? 0 : Math.max(0, passage_count - known);
}

/** Read marks of one user by campaign; stored only in this browser. */
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
    // Storage is unavailable or full: the document stays unread.
  }
  listeners.forEach((listener) => listener());
}

const newestOf = (marks: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(marks).slice(-MAX_READ));

/** Current read marks of a campaign in this browser. */
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
