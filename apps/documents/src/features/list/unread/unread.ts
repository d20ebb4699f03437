import { useEffect } from 'react';
import {
  isUnread,
  keepReadMarks,
  momentOf,
  newPassages,
  readMarksOf,
  useReadMarks,
  useShell,
  type ReadMarks,
} from '@tomekeeper/remote-kit';
import type { Document } from '../../documents-api/documents-api';

/** Which documents of a campaign a list contains. */
interface ListExtent {
  /** Only the latest documents; the state of the others stays. */
  isPartial?: boolean;
}

/**
 * Unread state for players: documents revealed since the first visit and not opened yet, and notes with new passages. Stored per
 * user in this browser only. The first visit marks nothing, because everything would be new.
 */
export function useUnread(
  campaignId: string,
  documents: readonly Document[] | undefined,
  isPlayer: boolean,
  { isPartial = false }: ListExtent = {},
) {
  const { session } = useShell();
  const state = session.useSession();
  const person = isPlayer && state.status === 'signed-in' ? state.user?.id : undefined;
  const marks = useReadMarks(person)[campaignId];
  useEffect(() => {
    if (!person || !documents) return;
    const next = marks ? updateMarks(marks, documents, isPartial) : firstLook(documents);
    if (next) keepReadMarks(person, campaignId, next);
  }, [person, campaignId, marks, documents, isPartial]);

  return {
    newsOf: (document: Document) => newsOf(marks, document),
    opened: (document: Document) => {
      if (person) markOpened(person, campaignId, [document]);
    },
    allRead: () => {
      if (!person || !documents) return;
      // The others stay unread.
      if (isPartial) markOpened(person, campaignId, documents);
      else keepReadMarks(person, campaignId, firstLook(documents));
    },
  };
}

/** Marks documents as read in their current state. */
export function markOpened(
  person: string,
  campaignId: string,
  documents: readonly Document[],
): void {
  const marks = readMarksOf(person, campaignId);
  const opened = documents.filter((one) => newsOf(marks, one) !== undefined);
  if (!marks || opened.length === 0) return;
  const unread = opened.filter((one) => isUnread(marks, one));
  keepReadMarks(person, campaignId, {
    ...marks,
    read: { ...marks.read, ...Object.fromEntries(unread.map((one) => [one.id, momentOf(one)])) },
    passages: { ...marks.passages, ...countsOf(opened) },
  });
}

/** Unread label of a document. */
function newsOf(marks: ReadMarks | undefined, document: Document): string | undefined {
  if (isUnread(marks, document)) return 'New';
  const more = newPassages(marks, document);
  return more === 0 ? undefined : more === 1 ? '1 new passage' : `${more} new passages`;
}

/** Maximum notes per campaign whose number of seen passages is stored, newest first. */
const MOST_COUNTED = 500;

const countsOf = (documents: readonly Document[]): Record<string, number> =>
  Object.fromEntries(
    documents
      .flatMap(({ id, passage_count }): [string, number][] =>
        typeof passage_count === 'number' ? [[id, passage_count]] : [],
      )
      .slice(0, MOST_COUNTED),
  );

const firstLook = (documents: readonly Document[]): ReadMarks => ({
  since: Math.max(0, ...documents.map(momentOf)),
  read: {},
  passages: countsOf(documents),
});

/**
 * Synchronizes stored passage counts with the list: adds new notes, lowers counts of notes that became shorter, and drops notes
 * missing from a complete list.
 * @returns undefined without changes
 */
function updateMarks(
  marks: ReadMarks,
  documents: readonly Document[],
  isPartial: boolean,
): ReadMarks | undefined {
  const { passages: known = {} } = marks;
  const listed = Object.fromEntries(
    Object.entries(countsOf(documents.filter((one) => !isUnread(marks, one)))).map(
      ([id, count]) => [id, Math.min(known[id] ?? count, count)],
    ),
  );
  const passages = isPartial ? { ...known, ...listed } : listed;
  const ids = Object.keys(passages);
  const isSame =
    ids.length === Object.keys(known).length && ids.every((id) => passages[id] === known[id]);
  return isSame ? undefined : { ...marks, passages };
}
