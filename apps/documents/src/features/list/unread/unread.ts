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

/**
 * What has been shown to a player since they first looked, and was not opened yet; and of notes that they know, what they see more
 * of. Kept for one person and browser; the server knows nothing of it. The first look marks nothing: everything would be new.
 */
export function useUnread(campaignId: string, documents: readonly Document[], isPlayer: boolean) {
  const { session } = useShell();
  const state = session.useSession();
  const person = isPlayer && state.status === 'signed-in' ? state.user?.id : undefined;
  const marks = useReadMarks(person)[campaignId];
  useEffect(() => {
    if (!person) return;
    const next = marks ? followed(marks, documents) : firstLook(documents);
    if (next) keepReadMarks(person, campaignId, next);
  }, [person, campaignId, marks, documents]);

  return {
    newsOf: (document: Document) => newsOf(marks, document),
    opened: (document: Document) => {
      if (person) markOpened(person, campaignId, document);
    },
    allRead: () => {
      if (person) keepReadMarks(person, campaignId, firstLook(documents));
    },
  };
}

/** Takes down that a person has a document before them, as far as they see it now. */
export function markOpened(person: string, campaignId: string, document: Document): void {
  const marks = readMarksOf(person, campaignId);
  if (!marks || (!isUnread(marks, document) && newPassages(marks, document) === 0)) return;
  const read = isUnread(marks, document)
    ? { ...marks.read, [document.id]: momentOf(document) }
    : marks.read;
  keepReadMarks(person, campaignId, {
    ...marks,
    read,
    passages: { ...marks.passages, ...countsOf([document]) },
  });
}

/** What is said beside a document's name. */
function newsOf(marks: ReadMarks | undefined, document: Document): string | undefined {
  if (isUnread(marks, document)) return 'New';
  const more = newPassages(marks, document);
  return more === 0 ? undefined : more === 1 ? '1 new passage' : `${more} new passages`;
}

/** Notes of a campaign of which it is known how much somebody has seen; the newest of them. */
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
 * What is known of notes follows the list: one that is counted for the first time is known as it is, of one that became shorter less
 * is known, and one that is not there any more leaves nothing. @returns undefined where all is as it was
 */
function followed(marks: ReadMarks, documents: readonly Document[]): ReadMarks | undefined {
  const { passages: known = {} } = marks;
  const passages = Object.fromEntries(
    Object.entries(countsOf(documents.filter((one) => !isUnread(marks, one)))).map(
      ([id, count]) => [id, Math.min(known[id] ?? count, count)],
    ),
  );
  const ids = Object.keys(passages);
  const isSame =
    ids.length === Object.keys(known).length && ids.every((id) => passages[id] === known[id]);
  return isSame ? undefined : { ...marks, passages };
}
