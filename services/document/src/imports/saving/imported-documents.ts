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
    `INSERT INTO imported_document (document_id, campaign_id, import_id, is_replaced, source_id, hash, stamp, properties)
     SELECT d.id, $2, $1, i.is_replaced, i.source_id, i.hash, ${STAMP}, ${PROPERTIES}
       FROM jsonb_to_recordset($3::jsonb) AS i (document uuid, is_replaced boolean, source_id text, hash text)
       JOIN document d ON d.id = i.document
     ON CONFLICT (document_id) DO UPDATE
       SET import_id = excluded.import_id, is_replaced = excluded.is_replaced, hash = excluded.hash, stamp = excluded.stamp, properties = excluded.properties`,
    [
      ...[id, campaign],
      JSON.stringify(
        items.map(({ document, action, source_id, hash }) => ({
          ...{ document, source_id, hash },
          is_replaced: action === 'replace',
        })),
      ),
    ],
  );
}

export interface ImportedDocument {
  id: string;
  title: string;
  /** Why undo leaves it; null for an unchanged document. */
  reason: 'edited' | 'revealed' | 'replaced' | null;
}

/** A later reveal of the document, of a passage, or of a handout. */
const IS_REVEALED = `EXISTS (SELECT 1 FROM ledger_entry e
  WHERE d.id IN (e.document_id, e.source_id) AND e.act IN ('reveal', 'show') AND e.at > $2)`;

/** Documents of an import that still exist, in the order of their titles. */
export function documentsOfImport(
  db: SqlReader,
  { id, saved_at }: Pick<ImportRow, 'id' | 'saved_at'>,
): Promise<ImportedDocument[]> {
  return db.query<ImportedDocument>(
    `SELECT d.id, d.original_filename AS title,
            CASE WHEN m.is_replaced THEN 'replaced' WHEN ${IS_REVEALED} THEN 'revealed'
                 WHEN m.stamp <> ${STAMP} OR m.properties <> ${PROPERTIES} THEN 'edited' END AS reason
       FROM imported_document m JOIN document d ON d.id = m.document_id
      WHERE m.import_id = $1 ORDER BY d.original_filename, d.id`,
    [id, saved_at],
  );
}
