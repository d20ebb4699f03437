import type { Transaction } from '@tomekeeper/persistence';
import { GM_CLASS, PARTY_CLASS, type AudienceClass } from '@tomekeeper/visibility';
import type { StoredPassage } from '../../passages/editing/edit-passages';

// Undo after a save: restores the audience of a passage with its former words, if only that save changed the audience.

interface Undo {
  document: string;
  is_spoilers: boolean;
  by: string;
}

interface UndonePassageRow extends Omit<StoredPassage, 'level'> {
  id: string;
  level: number | null;
  audience_class: AudienceClass;
}

/** No later change of the audience of the document as a whole. */
const NO_LATER_ACT = `NOT EXISTS (
  SELECT 1 FROM ledger_entry f
   WHERE f.document_id = $1 AND f.audience_class IS NULL AND f.text_version >= w.until)`;

/** Of a living passage: the save that replaced the words narrowed it, by the same person, and nothing changed its audience since. */
const NARROWED_BY_SAVE = `EXISTS (
  SELECT 1 FROM ledger_passage l JOIN ledger_entry e ON e.id = l.entry_id
   WHERE l.passage_id = p.id AND e.act = 'write' AND e.actor = $5 AND e.text_version = w.until
     AND l.class_before IS NOT DISTINCT FROM w.audience_class AND l.class_after IS NOT DISTINCT FROM p.audience_class
     AND NOT EXISTS (SELECT 1 FROM ledger_passage m JOIN ledger_entry f ON f.id = m.entry_id
                      WHERE m.passage_id = p.id AND f.number > e.number))`;

/** Of a removed passage: until its removal it had the audience that it had with these words. */
const HAD_AUDIENCE_UNTIL_REMOVED =
  'g.passage_id IS NOT NULL AND g.audience_class IS NOT DISTINCT FROM w.audience_class';

/** Former words and audiences of passages that undo may restore. */
export async function wordsRestoredByUndo(
  tx: Transaction,
  { document, is_spoilers, by }: Undo,
  versions: ReadonlyMap<string, number>,
): Promise<Map<string, { written: StoredPassage; audience_class: AudienceClass }>> {
  if (versions.size === 0) return new Map();
  const rows = await tx.query<UndonePassageRow>(
    `SELECT u.id, w.kind, w.depth, w.level, w.text, w.content, w.audience_class
       FROM unnest($2::uuid[], $3::int[]) AS u (id, version)
       JOIN passage_past w ON w.document_id = $1 AND w.passage_id = u.id AND w.since = u.version
       LEFT JOIN passage p ON p.id = u.id AND p.document_id = $1
       LEFT JOIN passage_gone g ON g.passage_id = u.id AND g.document_id = $1
      WHERE w.was_spoilers = $4 AND ${NO_LATER_ACT}
        AND CASE WHEN p.id IS NOT NULL THEN ${NARROWED_BY_SAVE}
                 ELSE ${HAD_AUDIENCE_UNTIL_REMOVED} END`,
    [document, [...versions.keys()], [...versions.values()], is_spoilers, by],
  );
  return new Map(
    rows.map(({ id, level, audience_class, ...words }) => [
      id,
      { written: { ...words, ...(level !== null && { level }) }, audience_class },
    ]),
  );
}

/**
 * Passages that undo widened. A clipboard or another tab may still hold hidden words with their ids as the source. An audience
 * change by a GM removes them from the result.
 */
export async function widenedByUndo(
  tx: Transaction,
  document: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.query<{ id: string }>(
    `SELECT DISTINCT l.passage_id AS id
       FROM ledger_passage l JOIN ledger_entry e ON e.id = l.entry_id
      WHERE l.document_id = $1 AND l.passage_id = ANY ($2::uuid[]) AND e.act = 'write'
        AND l.class_before <> '${PARTY_CLASS}' AND l.class_after IS DISTINCT FROM '${GM_CLASS}'
        AND (l.class_before = '${GM_CLASS}' OR l.class_after IS NULL OR l.class_after = '${PARTY_CLASS}')
        AND NOT EXISTS (SELECT 1 FROM ledger_passage m JOIN ledger_entry f ON f.id = m.entry_id
                         WHERE m.passage_id = l.passage_id AND f.number > e.number AND f.act <> 'write')`,
    [document, [...new Set(ids)]],
  );
  return new Set(rows.map(({ id }) => id));
}
