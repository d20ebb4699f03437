import type { SqlReader, Transaction } from '@tomekeeper/persistence';
import { settleNoteText } from '../model/note-document';

// Rows of a note except its document row and its passages.

interface Note {
  document: string;
  campaign: string;
  by: string;
}

/** Author of a new note, null for an imported one, and their idempotency key; undefined if none was sent. */
interface Creation {
  campaign: string;
  by: string | null;
  key: string | undefined;
}

/**
 * Finds the note that the author created with this idempotency key, deleted notes included. Creations within a campaign
 * run one after another.
 */
export async function findCreatedNote(
  tx: Transaction,
  { campaign, by, key }: Creation,
): Promise<string | undefined> {
  if (key === undefined) return undefined;
  const [row] = await tx.query<{ document: string }>(
    `SELECT document_id AS document FROM note
      WHERE campaign_id = $1 AND created_by = $2 AND creation_key = $3`,
    [campaign, by, key],
  );
  return row?.document;
}

/** Inserts the note of a document that this transaction has created. A note needs no extraction. */
export async function insertNote(
  tx: Transaction,
  { document, campaign, by, key }: Creation & Pick<Note, 'document'>,
): Promise<void> {
  await tx.query(
    `INSERT INTO note (document_id, campaign_id, saved_by, created_by, creation_key)
     VALUES ($1, $2, $3, CASE WHEN $4::uuid IS NOT NULL THEN $3::uuid END, $4)`,
    [document, campaign, by, key ?? null],
  );
  await settleNoteText(tx, document);
}

/**
 * Makes a note of a document whose file was extracted. The text stays; its key must be a note's already. Versions go on from the
 * extractions of the file, because ledger entries, shows and drafts compare them.
 * @returns the version of the note
 */
export async function insertNoteOfFile(
  tx: Transaction,
  { document, campaign, by }: Note,
): Promise<number> {
  const [note] = await tx.query<{ version: number }>(
    `INSERT INTO note (document_id, campaign_id, saved_by, version)
     SELECT $1, $2, $3, 1 + greatest((SELECT readings FROM reading WHERE document_id = $1),
                                     (SELECT coalesce(max(version), 0) FROM passage WHERE document_id = $1))
     RETURNING version`,
    [document, campaign, by],
  );
  if (!note) throw new Error('A note was not stored.');
  await settleNoteText(tx, document);
  return note.version;
}

/**
 * Deletes the note of a document that gets a file, with its versions. Text that was hidden in the note stays hidden when
 * the file is extracted, and the extractions go on from the version of the note.
 */
export async function deleteNote(tx: Transaction, document: string): Promise<void> {
  await tx.query(
    `UPDATE reading
        SET readings = greatest(readings, (SELECT version FROM note WHERE document_id = $1)),
            ever_hidden = ever_hidden
              OR EXISTS (SELECT 1 FROM passage WHERE document_id = $1 AND audience_class IS NOT NULL)
              OR EXISTS (SELECT 1 FROM passage_gone WHERE document_id = $1 AND audience_class IS NOT NULL)
      WHERE document_id = $1`,
    [document],
  );
  for (const table of ['note', 'note_version', 'passage_past'])
    await tx.query(`DELETE FROM ${table} WHERE document_id = $1`, [document]);
}

/** Whether a former file was edited as a note, as far as its versions still exist. */
export async function isEditedSinceFile(db: SqlReader, document: string): Promise<boolean> {
  const rows = await db.query(
    `SELECT 1 FROM note n WHERE n.document_id = $1
        AND n.version > (SELECT min(number) FROM note_version v WHERE v.document_id = n.document_id)`,
    [document],
  );
  return rows.length > 0;
}

/** Version of a note that this transaction has locked; without a lock, the version at this time. */
export async function noteVersion(db: SqlReader, document: string): Promise<number | undefined> {
  const [row] = await db.query<{ version: number }>(
    'SELECT version FROM note WHERE document_id = $1',
    [document],
  );
  return row?.version;
}

export async function noteSaved(
  tx: Transaction,
  {
    document,
    by,
    version,
    title,
  }: Pick<Note, 'document' | 'by'> & { version: number; title: string },
): Promise<void> {
  await tx.query(
    `WITH saved AS (
       UPDATE note SET version = $2, saved_at = clock_timestamp(), saved_by = $3 WHERE document_id = $1)
     UPDATE document SET updated_at = now(), original_filename = $4 WHERE id = $1`,
    [document, version, by, title],
  );
}

/** Anonymizes the writer of a deleted account; the text belongs to the campaign. */
export async function anonymizeWriter(tx: Transaction, person: string): Promise<void> {
  for (const table of ['note', 'note_version'])
    await tx.query(`UPDATE ${table} SET saved_by = NULL WHERE saved_by = $1`, [person]);
  await tx.query('UPDATE note SET created_by = NULL, creation_key = NULL WHERE created_by = $1', [
    person,
  ]);
}
