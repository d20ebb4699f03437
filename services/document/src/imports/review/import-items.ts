import type {
  Alias,
  DocumentCategory,
  ImportAction,
  ImportItem,
} from '@tomekeeper/contracts-document';
import type { SqlReader, Transaction } from '@tomekeeper/persistence';
import { IS_NOTE } from '../../model/note-key';
import type { ImportedPassage } from '../extraction/child/import-lines';

// Proposed documents of imports. Viewers other than the GMs of the campaign never receive one.

/** The copy of a picture for texts. */
export interface ItemPicture {
  key: string;
  width: number;
  height: number;
  bytes: number;
}

interface NewItem {
  sourceId: string;
  path: string;
  hash: string;
  title: string;
  tags: string[];
  folderTag?: string | undefined;
  category?: DocumentCategory | undefined;
  pinned?: boolean | undefined;
  aliases?: Alias[];
  isPublic: boolean;
  publicTitle?: string | undefined;
}

export type NewImportItem = NewItem &
  (
    | { kind: 'note'; passages: ImportedPassage[]; unresolved: string[] }
    | {
        kind: 'file';
        /** The text that it had in the source; empty if that has no audiences or comments. */
        passages: ImportedPassage[];
        s3_key: string;
        content_type: string;
        size: number;
        picture: ItemPicture | undefined;
        /** A picture that exists in notes alone. */
        isInline: boolean;
      }
  );

export async function insertItem(
  tx: Transaction,
  { id, campaign }: { id: string; campaign: string },
  number: number,
  item: NewImportItem,
): Promise<void> {
  const { kind, sourceId, path, hash, title, tags, category, pinned, aliases, isPublic } = item;
  const note = kind === 'note' ? item : undefined;
  const file = kind === 'file' ? item : undefined;
  const hasText = note !== undefined || item.passages.length > 0;
  await tx.query(
    `INSERT INTO import_item (import_id, number, campaign_id, kind, source_id, path, hash, title, category, tags, pinned, aliases,
                              is_spoilers, public_title, passages, unresolved, s3_key, content_type, size, picture, is_inline, folder_tag)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)`,
    [
      ...[id, number, campaign, kind, sourceId, path, hash, title, category ?? null, tags],
      ...[pinned ?? false, JSON.stringify(aliases ?? []), !isPublic, item.publicTitle ?? null],
      ...[hasText ? JSON.stringify(item.passages) : null, note?.unresolved ?? []],
      ...[file?.s3_key ?? null, file?.content_type ?? null, file?.size ?? null],
      ...[file?.picture ? JSON.stringify(file.picture) : null, file?.isInline ?? false],
      item.folderTag ?? null,
    ],
  );
}

export async function insertProblem(
  tx: Transaction,
  id: string,
  number: number,
  { path, reason }: { path: string; reason: string },
): Promise<void> {
  await tx.query(
    'INSERT INTO import_problem (import_id, number, path, reason) VALUES ($1, $2, $3, $4)',
    [id, number, path, reason],
  );
}

/** The state of a document, by which a later change is recognized. */
export const STAMP = `(CASE WHEN d.${IS_NOTE}
  THEN (SELECT n.version::text FROM note n WHERE n.document_id = d.id) ELSE d.s3_key END
  || ' ' || d.original_filename)`;

/** Other properties of a document, whose change keeps it from being undone. */
export const PROPERTIES = `md5(concat_ws(' ', d.tags::text, d.category, d.aliases::text, d.is_spoilers::text))`;

/**
 * Item `i` with the document `d` of the latest earlier import `m`. A document in the trash counts as absent; several documents have
 * the same source if one of them was restored.
 */
export const EARLIER = `LEFT JOIN LATERAL (
    SELECT e.* FROM imported_document e JOIN document o ON o.id = e.document_id
     WHERE e.campaign_id = i.campaign_id AND e.source_id = i.source_id AND (o.${IS_NOTE}) = (i.kind = 'note')
     ORDER BY o.created_at DESC, o.id LIMIT 1) m ON true
  LEFT JOIN document d ON d.id = m.document_id`;
const SINCE_IMPORT = `CASE WHEN d.id IS NULL THEN NULL WHEN m.hash = i.hash THEN 'unchanged'
  WHEN m.stamp <> ${STAMP} THEN 'edited' ELSE 'changed' END`;
/** Whether a name leads to a document of the campaign. */
const IS_KNOWN = `EXISTS (SELECT 1 FROM document k
   WHERE k.campaign_id = i.campaign_id AND title_stem(k.original_filename) = title_stem(name))
  OR EXISTS (SELECT 1 FROM document k, jsonb_array_elements(k.aliases) a
              WHERE k.campaign_id = i.campaign_id AND k.aliases <> '[]' AND title_key(a ->> 'name') = title_key(name))`;

/** Proposes an action for each item, and forgets unresolved links that lead to documents of the campaign. */
export async function proposeActions(tx: Transaction, id: string): Promise<void> {
  await tx.query(
    `UPDATE import_item t SET action = CASE s.since WHEN 'changed' THEN 'replace' WHEN 'unchanged' THEN 'skip'
                                                    WHEN 'edited' THEN 'skip' ELSE 'add' END
       FROM (SELECT i.number, ${SINCE_IMPORT} AS since FROM import_item i ${EARLIER} WHERE i.import_id = $1) s
      WHERE t.import_id = $1 AND t.number = s.number`,
    [id],
  );
  await tx.query(
    `UPDATE import_item i SET unresolved = ARRAY(SELECT name FROM unnest(unresolved) name WHERE NOT (${IS_KNOWN}))
      WHERE import_id = $1 AND unresolved <> '{}'`,
    [id],
  );
}

interface ItemRow {
  number: number;
  kind: 'note' | 'file';
  path: string;
  title: string;
  category: DocumentCategory | null;
  tags: string[];
  folder_tag: string | null;
  is_spoilers: boolean;
  action: ImportAction;
  reveal_read_aloud: boolean;
  since: ImportItem['since_import'] | null;
  document: string | null;
  document_title: string | null;
  same: string | null;
  same_title: string | null;
  passages: number | null;
  gm_passages: number | null;
  read_aloud: number | null;
  size: number | null;
  unresolved: string[];
}

const countWhere = (condition: string) =>
  `(SELECT count(*)::int FROM jsonb_array_elements(i.passages) p WHERE ${condition})`;
const IS_GM = `p ->> 'audience' = 'gm' OR p -> 'content' ->> 'label' = 'secret'`;
const IS_READ_ALOUD = `p -> 'content' ->> 'label' = 'read_aloud'`;

/** A page of the items of a review, by folder and title. */
export async function itemsPage(
  db: SqlReader,
  id: string,
  { after, limit }: { after: number; limit: number },
): Promise<ImportItem[]> {
  const rows = await db.query<ItemRow>(
    `SELECT i.number, i.kind, i.path, i.title, i.category, i.tags, i.folder_tag, i.is_spoilers, i.action, i.reveal_read_aloud,
            ${SINCE_IMPORT} AS since, d.id AS document, d.original_filename AS document_title,
            s.id AS same, s.original_filename AS same_title, jsonb_array_length(i.passages) AS passages,
            ${countWhere(IS_GM)} AS gm_passages, ${countWhere(IS_READ_ALOUD)} AS read_aloud, i.size::float8 AS size, i.unresolved
       FROM import_item i ${EARLIER}
       LEFT JOIN LATERAL (
         SELECT o.id, o.original_filename FROM document o
          WHERE d.id IS NULL AND o.campaign_id = i.campaign_id AND title_stem(o.original_filename) = title_stem(i.title)
          ORDER BY o.id LIMIT 1) s ON true
      WHERE i.import_id = $1 AND i.number > $2 AND NOT i.is_inline ORDER BY i.number LIMIT $3`,
    [id, after, limit],
  );
  return rows.map(toItem);
}

function toItem(row: ItemRow): ImportItem {
  const { number, kind, path, title, tags, is_spoilers, action } = row;
  return {
    ...{ number, kind, path, title, tags, is_spoilers, action },
    ...(row.category && { category: row.category }),
    ...(row.folder_tag !== null && { folder_tag: row.folder_tag }),
    ...(row.since && { since_import: row.since }),
    ...(row.document && { document: { id: row.document, title: row.document_title ?? '' } }),
    ...(row.same && { same_title: { id: row.same, title: row.same_title ?? '' } }),
    ...(row.passages !== null && {
      passages: row.passages,
      gm_passages: row.gm_passages ?? 0,
      read_aloud: row.read_aloud ?? 0,
    }),
    ...(row.reveal_read_aloud && { reveal_read_aloud: true as const }),
    ...(row.size !== null && { size: row.size }),
    ...(row.unresolved.length > 0 && { unresolved: row.unresolved }),
  };
}

export interface ReviewCounts {
  notes: number;
  files: number;
  unchanged: number;
  changed: number;
  edited: number;
  problems: number;
  unresolved: number;
}

export async function reviewCounts(db: SqlReader, id: string): Promise<ReviewCounts> {
  const [row] = await db.query<ReviewCounts>(
    `SELECT count(*) FILTER (WHERE kind = 'note')::int AS notes, count(*) FILTER (WHERE kind = 'file')::int AS files,
            count(*) FILTER (WHERE since = 'unchanged')::int AS unchanged,
            count(*) FILTER (WHERE since = 'changed')::int AS changed,
            count(*) FILTER (WHERE since = 'edited')::int AS edited,
            coalesce(sum(cardinality(unresolved)), 0)::int AS unresolved,
            (SELECT count(*)::int FROM import_problem WHERE import_id = $1) AS problems
       FROM (SELECT i.kind, i.unresolved, ${SINCE_IMPORT} AS since FROM import_item i ${EARLIER}
              WHERE i.import_id = $1 AND NOT i.is_inline) c`,
    [id],
  );
  if (!row) throw new Error('An import was not counted.');
  return row;
}

export function problemsOf(
  db: SqlReader,
  id: string,
  limit: number,
): Promise<{ path: string; reason: string }[]> {
  return db.query(
    'SELECT path, reason FROM import_problem WHERE import_id = $1 ORDER BY number LIMIT $2',
    [id, limit],
  );
}
