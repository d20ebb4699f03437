import { DOCUMENT_LIMITS, type ReviseImportRequest } from '@tomekeeper/contracts-document';
import type { Transaction } from '@tomekeeper/persistence';
import { EARLIER } from './import-items';

/** Tags without duplicates, at most as many as a document has; the first spelling wins. */
const distinctTags = (
  all: string,
) => `ARRAY(SELECT tag FROM (SELECT DISTINCT ON (lower(tag)) tag, nth FROM unnest(${all}) WITH ORDINALITY AS u (tag, nth)
                              ORDER BY lower(tag), nth) v ORDER BY nth LIMIT ${DOCUMENT_LIMITS.tags})`;
/** The tags of item `t` after a change: of folders or without them, chosen ones, then added ones. */
const OWN_TAGS = `coalesce($7::text[], CASE $11::boolean
  WHEN false THEN array_remove(t.tags, t.folder_tag) WHEN true THEN array_remove(ARRAY[t.folder_tag], NULL) || t.tags ELSE t.tags END)`;

/** Changes proposals. An item without an earlier document is added, because there is nothing to replace. */
export async function reviseItems(
  tx: Transaction,
  id: string,
  { items, set }: ReviseImportRequest,
): Promise<void> {
  const { action, title, category, tags, add_tags, folder_tags, is_spoilers, reveal_read_aloud } =
    set;
  await tx.query(
    `UPDATE import_item t
        SET action = CASE WHEN $3::text = 'replace' AND NOT s.has_earlier THEN 'add' ELSE coalesce($3::text, t.action) END,
            title = coalesce($4, t.title), category = CASE WHEN $5 THEN $6 ELSE t.category END,
            tags = ${distinctTags(`${OWN_TAGS} || $10::text[]`)}, is_spoilers = coalesce($8, t.is_spoilers),
            reveal_read_aloud = coalesce($9, t.reveal_read_aloud)
       FROM (SELECT i.number, d.id IS NOT NULL AS has_earlier FROM import_item i ${EARLIER} WHERE i.import_id = $1) s
      WHERE t.import_id = $1 AND t.number = s.number AND ($2::int[] IS NULL OR t.number = ANY ($2::int[]))`,
    [
      ...[id, items ?? null, action ?? null, title ?? null, category !== undefined],
      ...[category ?? null, tags ?? null, is_spoilers ?? null, reveal_read_aloud ?? null],
      ...[add_tags ?? [], folder_tags ?? null],
    ],
  );
}
