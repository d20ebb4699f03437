import type { SqlReader, Transaction } from '@tomekeeper/persistence';
import type { ImportRow } from '../import-rows';
import { PROPERTIES, STAMP } from '../review/import-items';
import type { SavedItem } from './saved-items';

/** Remembers which documents an import added or replaced, and their state. */
export async function recordImported(
  tx: Transaction,
  { id, campaign }: { id: string; campaign: string },
  items: readonly SavedItem[],
): Promise<void> {
  await tx.query(
    `INSERT INTO imported_document (document_id, campaign_id, import_id, source_id, hash, stamp, properties)
     SELECT d.id, $2, $1, i.source_id, i.hash, ${STAMP}, ${PROPERTIES}
       FROM jsonb_to_recordset($3::jsonb) AS i (document uuid, source_id text, hash text)
       JOIN document d ON d.id = i.document
     ON CONFLICT (document_id) DO UPDATE
       SET earlier_imports = array_append(imported_document.earlier_imports, imported_document.import_id),
           import_id = excluded.import_id, hash = excluded.hash, stamp = excluded.stamp, properties = excluded.properties`,
    [
      ...[id, campaign],
      JSON.stringify(items.map(({ document, source_id, hash }) => ({ document, source_id, hash }))),
    ],
  );
}

export interface ImportedDocument {
  id: string;
  title: string;
  /** Why undo leaves it; null for an unchanged document. */
  reason: 'edited' | 'revealed' | 'replaced' | 'imported_again' | null;
}

/** A later reveal of the document, of a passage, or of a handout. */
const IS_REVEALED = `EXISTS (SELECT 1 FROM ledger_entry e
  WHERE d.id IN (e.document_id, e.source_id) AND e.act IN ('reveal', 'show') AND e.at > $3)`;

/** Row `m` belongs to the import $1 of the campaign $2, also if a later import replaced its document. */
const OF_IMPORT = 'm.campaign_id = $2 AND $1 = ANY (m.import_id || m.earlier_imports)';

/** Documents of an import that still exist, in the order of their titles. */
export function documentsOfImport(
  db: SqlReader,
  { id, campaign_id, saved_at }: Pick<ImportRow, 'id' | 'campaign_id' | 'saved_at'>,
): Promise<ImportedDocument[]> {
  return db.query<ImportedDocument>(
    `SELECT d.id, d.original_filename AS title,
            CASE WHEN coalesce(m.earlier_imports[1], m.import_id) <> $1 THEN 'replaced'
                 WHEN m.import_id <> $1 THEN 'imported_again' WHEN ${IS_REVEALED} THEN 'revealed'
                 WHEN m.stamp <> ${STAMP} OR m.properties <> ${PROPERTIES} THEN 'edited' END AS reason
       FROM imported_document m JOIN document d ON d.id = m.document_id
      WHERE ${OF_IMPORT} ORDER BY d.original_filename, d.id`,
    [id, campaign_id, saved_at],
  );
}

/** Number of documents of an import that players see, as a whole, in part or as a handout. */
export async function documentsPlayersSee(
  db: SqlReader,
  { id, campaign_id }: Pick<ImportRow, 'id' | 'campaign_id'>,
): Promise<number> {
  const [row] = await db.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM imported_document m JOIN document d ON d.id = m.document_id
      WHERE ${OF_IMPORT} AND (NOT d.is_spoilers OR EXISTS (
        SELECT 1 FROM handout_reader h
         WHERE h.document_id = d.id OR h.document_id IN (SELECT o.id FROM document o WHERE o.source_id = d.id)))`,
    [id, campaign_id],
  );
  return row?.n ?? 0;
}

/** Numbers of documents that still exist, by import. */
export async function documentCounts(
  db: SqlReader,
  campaign: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ import: string; n: number }>(
    `SELECT one AS import, count(*)::int AS n
       FROM imported_document m JOIN document d ON d.id = m.document_id, unnest(m.import_id || m.earlier_imports) AS one
      WHERE m.campaign_id = $1 GROUP BY one`,
    [campaign],
  );
  return new Map(rows.map((row) => [row.import, row.n]));
}
