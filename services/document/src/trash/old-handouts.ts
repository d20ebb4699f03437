import { DOCUMENT_LIMITS } from '@tomekeeper/contracts-document';
import type { SqlReader, Transaction } from '@tomekeeper/persistence';

// Handouts with their own ids that no player sees. GMs cannot list them, and can undo the change that hid them for as
// long as they can restore a deleted document.

const IS_OLD = `d.source_id IS NOT NULL
  AND NOT EXISTS (SELECT FROM handout_reader r WHERE r.document_id = d.id)
  AND NOT EXISTS (SELECT FROM ledger_entry e
                   WHERE e.document_id = d.id AND e.at > now() - interval '${DOCUMENT_LIMITS.trashDays} days')`;

const BATCH = 500;

/** Handouts without readers whose last change is older than the retention of the trash. */
export function oldHandouts(db: SqlReader): Promise<{ id: string; source: string }[]> {
  return db.query(
    `SELECT d.id, d.source_id AS source FROM document d WHERE ${IS_OLD} ORDER BY d.id LIMIT ${BATCH}`,
  );
}

/** Locks such a handout; false if it was changed or deleted meanwhile. */
export async function isStillOld(tx: Transaction, id: string): Promise<boolean> {
  const found = await tx.query(
    `SELECT 1 FROM document d WHERE d.id = $1 AND ${IS_OLD} FOR UPDATE`,
    [id],
  );
  return found.length > 0;
}
