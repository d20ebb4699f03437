import type { Alias, DocumentCategory } from '@tomekeeper/contracts-document';
import type { SqlReader, Transaction } from '@tomekeeper/persistence';
import type { ImportedPassage } from '../extraction/child/import-lines';
import { EARLIER } from '../review/import-items';

/** An item that is saved. */
export interface SavedItem {
  number: number;
  document: string;
  kind: 'note' | 'file';
  source_id: string;
  hash: string;
  title: string;
  category: DocumentCategory | null;
  tags: string[];
  pinned: boolean;
  aliases: Alias[];
  is_spoilers: boolean;
  public_title: string | null;
  reveal_read_aloud: boolean;
  action: 'add' | 'replace';
  /** The document to replace. */
  earlier: string | null;
  s3_key: string | null;
  content_type: string | null;
  size: number | null;
  /** Whether all of its text is for GMs. */
  isForGms?: boolean;
}

/** The items to save, without their text. */
export function savedItems(db: SqlReader, id: string): Promise<SavedItem[]> {
  return db.query<SavedItem>(
    `SELECT i.number, CASE WHEN i.action = 'replace' THEN coalesce(d.id, i.document_id) ELSE i.document_id END AS document,
            i.kind, i.source_id, i.hash, i.title, i.category, i.tags, i.pinned, i.aliases, i.is_spoilers, i.public_title,
            i.reveal_read_aloud, CASE WHEN d.id IS NULL THEN 'add' ELSE i.action END AS action, d.id AS earlier,
            i.s3_key, i.content_type, i.size::float8 AS size
       FROM import_item i ${EARLIER} WHERE i.import_id = $1 AND i.action <> 'skip' AND NOT i.is_inline ORDER BY i.number`,
    [id],
  );
}

/** A note of the import whose document exists already. */
export interface ItemText {
  number: number;
  /** Of the document. */
  is_spoilers: boolean;
  isReplaced: boolean;
}

export interface SkippedItem {
  source_id: string;
  number: number;
  kind: 'note' | 'file';
  document: string;
  is_spoilers: boolean;
}

/** Skipped items with documents, to which links of the import lead too. */
export function skippedItems(db: SqlReader, id: string): Promise<SkippedItem[]> {
  return db.query(
    `SELECT i.source_id, i.number, i.kind, d.id AS document, d.is_spoilers FROM import_item i ${EARLIER}
      WHERE i.import_id = $1 AND i.action = 'skip' AND d.id IS NOT NULL`,
    [id],
  );
}

/** The text of an imported note. */
export async function itemPassages(
  db: SqlReader,
  id: string,
  number: number,
): Promise<ImportedPassage[]> {
  const [row] = await db.query<{ passages: ImportedPassage[] | null }>(
    'SELECT passages FROM import_item WHERE import_id = $1 AND number = $2',
    [id, number],
  );
  return row?.passages ?? [];
}

/**
 * Locks the documents that items replace.
 * @returns whether each is a spoiler
 * @throws when one was deleted meanwhile; the next try adds it
 */
export async function lockReplaced(
  tx: Transaction,
  items: readonly SavedItem[],
): Promise<ReadonlyMap<string, boolean>> {
  const replaced = items.flatMap(({ action, document }) => (action === 'replace' ? document : []));
  const rows = await tx.query<{ id: string; is_spoilers: boolean }>(
    'SELECT id, is_spoilers FROM document WHERE id = ANY ($1::uuid[]) ORDER BY id FOR UPDATE',
    [replaced],
  );
  if (rows.length < replaced.length) throw new Error('A document of an import was deleted.');
  return new Map(rows.map(({ id, is_spoilers }) => [id, is_spoilers]));
}
