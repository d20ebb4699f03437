import { PLAYER_NOTE_LIMITS } from '@tomekeeper/contracts-document';
import type { Transaction } from '@tomekeeper/persistence';
import { emitNotebookChanged } from '../passages/invalidation-events';
import { deletePermanently } from '../storage/object-removal';

/** A note that is deleted permanently. */
interface PrivateNote {
  id: string;
  table: 'document' | 'trashed_document';
  membership: string;
  campaign: string;
}

const BATCH = 100;

const COLUMNS = 'n.membership_id AS membership, n.campaign_id AS campaign';

/** Private and deleted notes in notebooks `n`. */
const notesIn = (notebooks: string): string => `
  SELECT d.id, 'document' AS table, ${COLUMNS} FROM notebook n JOIN document d ON d.campaign_id = n.membership_id
   WHERE ${notebooks} AND d.author_audience = 'private'
  UNION ALL
  SELECT t.id, 'trashed_document', ${COLUMNS} FROM notebook n JOIN trashed_document t ON t.campaign_id = n.membership_id
   WHERE ${notebooks}
  LIMIT ${BATCH}`;

async function deleteNotes(tx: Transaction, notes: readonly PrivateNote[]): Promise<number> {
  for (const { id, table } of notes) await deletePermanently(tx, id, table);
  const notebooks = new Map(notes.map((note) => [note.membership, note]));
  for (const notebook of notebooks.values()) await emitNotebookChanged(tx, notebook);
  return notes.length;
}

/** Permanently deletes private and deleted notes of a person. */
export async function deletePrivateNotesOf(tx: Transaction, person: string): Promise<void> {
  const some = () => tx.query<PrivateNote>(notesIn('n.person = $1'), [person]);
  while ((await deleteNotes(tx, await some())) > 0);
}

/** Permanently deletes the notes of players that an import added. */
export async function deleteImportedNotes(tx: Transaction, id: string): Promise<void> {
  const notes = await tx.query<PrivateNote>(
    ['document', 'trashed_document']
      .map(
        (table) => `SELECT d.id, '${table}' AS table, ${COLUMNS}
           FROM notebook n JOIN ${table} d ON d.campaign_id = n.membership_id WHERE n.import_id = $1`,
      )
      .join(' UNION ALL '),
    [id],
  );
  await deleteNotes(tx, notes);
  await tx.query('DELETE FROM notebook WHERE import_id = $1', [id]);
}

/** Permanently deletes private and deleted notes of people who left long enough ago. @returns how many; more may be left */
export async function deleteDuePrivateNotes(tx: Transaction): Promise<number> {
  const due = `n.ended_at < now() - interval '${PLAYER_NOTE_LIMITS.keptDays} days'`;
  return deleteNotes(tx, await tx.query<PrivateNote>(notesIn(due)));
}
