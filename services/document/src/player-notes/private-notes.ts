import { PLAYER_NOTE_LIMITS } from '@tomekeeper/contracts-document';
import type { SqlReader } from '@tomekeeper/persistence';

/** A note that only its author could read or restore. */
export interface PrivateNote {
  id: string;
  table: 'document' | 'trashed_document';
}

const BATCH = 500;

/** Private and deleted notes in notebooks `n`. */
const notesIn = (notebooks: string): string => `
  SELECT d.id, 'document' AS table FROM notebook n JOIN document d ON d.campaign_id = n.membership_id
   WHERE ${notebooks} AND d.author_audience = 'private'
  UNION ALL
  SELECT t.id, 'trashed_document' FROM notebook n JOIN trashed_document t ON t.campaign_id = n.membership_id
   WHERE ${notebooks}
  LIMIT ${BATCH}`;

/** Private and deleted notes of a person, at most 500. */
export const privateNotesOf = (db: SqlReader, person: string): Promise<PrivateNote[]> =>
  db.query<PrivateNote>(notesIn('n.person = $1'), [person]);

/** Private and deleted notes of people who left long enough ago, at most 500. */
export const privateNotesDue = (db: SqlReader): Promise<PrivateNote[]> =>
  db.query<PrivateNote>(
    notesIn(`n.ended_at < now() - interval '${PLAYER_NOTE_LIMITS.keptDays} days'`),
  );
