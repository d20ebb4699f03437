import type { LedgerEntry } from '@tomekeeper/contracts-document';
import type { SqlReader, Transaction } from '@tomekeeper/persistence';

// Rows of `imported_entry`: entries of the ledger of an imported archive.

export interface ImportedEntry {
  id: string;
  at: Date;
  act: LedgerEntry['act'];
  /** Name of the GM. */
  by: string | null;
  /** Null for a document that was not imported, or is deleted. */
  document: string | null;
  title: string | null;
  audience: LedgerEntry['audience'];
  /** Names of chosen players. */
  players: string[] | null;
  passages: number | null;
}

const ORDERS = {
  newest: { isLater: '<', direction: 'DESC' },
  oldest: { isLater: '>', direction: 'ASC' },
} as const;

/** @param after the last entry of the page before */
export function importedEntries(
  db: SqlReader,
  campaign: string,
  { after, limit, order }: { after: string | undefined; limit: number; order: 'newest' | 'oldest' },
): Promise<ImportedEntry[]> {
  const { isLater, direction } = ORDERS[order];
  return db.query(
    `SELECT e.id, e.at, e.act, e.actor_name AS by, d.id AS document, coalesce(d.original_filename, e.title) AS title,
            e.audience, e.player_names AS players, e.passages
       FROM imported_entry e LEFT JOIN document d ON d.id = e.document_id AND d.campaign_id = e.campaign_id
      WHERE e.campaign_id = $1
        AND ($2::uuid IS NULL OR (e.at, e.id) ${isLater} (SELECT l.at, l.id FROM imported_entry l WHERE l.id = $2 AND l.campaign_id = $1))
      ORDER BY e.at ${direction}, e.id ${direction} LIMIT $3`,
    [campaign, after ?? null, limit],
  );
}

/** An entry to insert. Existing ids are skipped, so that a repeated import adds nothing. */
export type NewImportedEntry = Omit<ImportedEntry, 'at'> & { at: string };

export async function insertImportedEntries(
  tx: Transaction,
  { id, campaign }: { id: string; campaign: string },
  entries: readonly NewImportedEntry[],
): Promise<void> {
  await tx.query(
    `INSERT INTO imported_entry (id, campaign_id, import_id, at, act, actor_name, document_id, title, audience, player_names, passages)
     SELECT e.id, $1, $2, e.at, e.act, e.by, e.document, e.title, e.audience,
            CASE WHEN e.players IS NOT NULL THEN ARRAY(SELECT jsonb_array_elements_text(e.players)) END, e.passages
       FROM jsonb_to_recordset($3::jsonb) AS e (id uuid, at timestamptz, act text, by text, document uuid, title text,
                                                audience text, players jsonb, passages int)
     ON CONFLICT DO NOTHING`,
    [campaign, id, JSON.stringify(entries)],
  );
}

export async function deleteImportedEntries(
  tx: Transaction,
  { column, value }: { column: 'import_id' | 'campaign_id'; value: string },
): Promise<void> {
  await tx.query(`DELETE FROM imported_entry WHERE ${column} = $1`, [value]);
}
