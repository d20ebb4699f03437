import { NOTE_VERSION_LIMITS } from '@tomekeeper/contracts-document';
import type { Transaction } from '@tomekeeper/persistence';

// Prunes the history of notes. Returns no content to users.

/** Forgets words that no version of these notes has any longer. */
export async function prunePassageHistory(
  tx: Transaction,
  documents: readonly string[],
): Promise<void> {
  if (documents.length === 0) return;
  await tx.query(
    `DELETE FROM passage_past p WHERE document_id = ANY ($1::uuid[])
        AND NOT EXISTS (SELECT 1 FROM note_version v
                         WHERE v.document_id = p.document_id AND v.number >= p.since AND v.number < p.until)`,
    [documents],
  );
}

const BATCH = 500;

/** Deletes a batch of versions past their retention. @returns number of deleted versions */
export async function deleteOldNoteVersions(tx: Transaction): Promise<number> {
  const rows = await tx.query<{ document: string }>(
    `DELETE FROM note_version WHERE id IN (
       SELECT id FROM note_version
        WHERE followed_at < now() - interval '${NOTE_VERSION_LIMITS.days} days' LIMIT ${BATCH})
     RETURNING document_id AS document`,
  );
  await prunePassageHistory(tx, [...new Set(rows.map(({ document }) => document))]);
  return rows.length;
}
