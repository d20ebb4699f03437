import {
  IS_LATEST_DOCUMENT_ENTRY,
  IS_LATEST_TITLE_ENTRY,
  IS_DOCUMENT_ENTRY,
  SUPPORTS_UNDO,
  HAS_AUDIENCE_OF_ENTRY,
} from '@tomekeeper/visibility';
import { AUDIENCE_LIMITS } from '@tomekeeper/contracts-document';
import type { SqlReader } from '@tomekeeper/persistence';
import { BEGINNING, byTheirs, type PassageBeginning } from './passage-excerpts';

// Passages of ledger entries for GMs, hidden ones included; lint lists the allowed importers.

/** The first of the passages that each of these entries of the ledger names and that are there still, by entry. */
export async function firstOfEntries(
  db: SqlReader,
  entries: readonly string[],
): Promise<Map<string, PassageBeginning[]>> {
  if (entries.length === 0) return new Map();
  const rows = await db.query<PassageBeginning & { of: string }>(
    `WITH named AS (
       SELECT l.entry_id, p.id, row_number() OVER (PARTITION BY l.entry_id ORDER BY p.position, p.id) AS nth
         FROM ledger_passage l JOIN passage p ON p.document_id = l.document_id AND p.id = l.passage_id
        WHERE l.entry_id = ANY ($1::uuid[]))
     SELECT n.entry_id AS of, p.id, ${BEGINNING}
       FROM named n CROSS JOIN LATERAL (SELECT p.id, p.text FROM passage p WHERE p.id = n.id OFFSET 0) p
      WHERE n.nth <= ${AUDIENCE_LIMITS.ledgerWords} ORDER BY n.entry_id, n.nth`,
    [entries],
  );
  return byTheirs(rows);
}

/** Filters ledger entries that can be undone at least partly. */
export async function undoableEntries(
  db: SqlReader,
  entries: readonly string[],
): Promise<Set<string>> {
  if (entries.length === 0) return new Set();
  const rows = await db.query<{ id: string }>(
    // Of each one passage that stands is enough, looked for in the order of the key: there may be thousands of others.
    `SELECT e.id FROM ledger_entry e JOIN document d ON d.id = e.document_id
      WHERE e.id = ANY ($1::uuid[]) AND ${SUPPORTS_UNDO} AND ${IS_DOCUMENT_ENTRY} AND ${IS_LATEST_DOCUMENT_ENTRY}
     UNION
     SELECT e.id FROM ledger_entry e JOIN document d ON d.id = e.document_id
      WHERE e.id = ANY ($1::uuid[]) AND ${SUPPORTS_UNDO} AND NOT (${IS_DOCUMENT_ENTRY}) AND ${IS_LATEST_TITLE_ENTRY}
     UNION
     SELECT e.id FROM ledger_entry e JOIN document d ON d.id = e.document_id
      CROSS JOIN LATERAL (
        SELECT 1 FROM ledger_passage l JOIN passage p ON p.id = l.passage_id
         WHERE l.entry_id = e.id AND ${HAS_AUDIENCE_OF_ENTRY} ORDER BY l.passage_id LIMIT 1) s
      WHERE e.id = ANY ($1::uuid[]) AND ${SUPPORTS_UNDO} AND NOT (${IS_DOCUMENT_ENTRY})`,
    [entries],
  );
  return new Set(rows.map(({ id }) => id));
}
