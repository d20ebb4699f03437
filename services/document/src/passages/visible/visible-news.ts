import { NEWS_LIMITS } from '@tomekeeper/contracts-document';
import type { SqlReader } from '@tomekeeper/persistence';
import { CAN_SEE_PASSAGE, canSeeClass } from '@tomekeeper/visibility';
import type { Scope } from '../../memberships/campaign-memberships';
import { IS_NOTE, viewerParameters } from './visible-passages';

/**
 * When passage `p` of document `d` became visible to the viewer, in a period; null if not in that period: by its creation in a note,
 * with its document, or by a change of its audience.
 */
const visibleIn = (after: string, until: string): string => `(
  SELECT max(b.at) FROM (
    SELECT p.born_at AS at WHERE ${IS_NOTE}
    UNION ALL
    SELECT d.shown_since WHERE p.audience_class IS NULL AND NOT d.is_spoilers
    UNION ALL
    SELECT e.at FROM ledger_passage l JOIN ledger_entry e ON e.id = l.entry_id
     WHERE l.passage_id = p.id AND e.act <> 'show'
       AND ${canSeeClass('l.class_after', 'NOT d.is_spoilers')}
       AND NOT ${canSeeClass('l.class_before', 'NOT d.is_spoilers')}) b
   WHERE b.at > ${after} AND b.at <= ${until})`;

/**
 * Visible passages `p` of a document that became visible to the viewer in a period, and when. The document's own start is not
 * considered.
 */
export const passagesVisibleIn = (document: string, after: string, until: string): string => `
  SELECT p.id, p.position, a.at
    FROM document d JOIN passage p ON p.document_id = d.id CROSS JOIN LATERAL ${visibleIn(after, until)} a (at)
   WHERE d.id = ${document} AND a.at IS NOT NULL AND ${CAN_SEE_PASSAGE}`;

/** Passages of a document that became visible to a player after a time, in reading order. @param since as text, to the microsecond */
export async function newPassages(
  db: SqlReader,
  scope: Scope,
  document: string,
  since: string,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT id FROM (${passagesVisibleIn('$4', '$5::timestamptz', 'now()')}) n
      ORDER BY position LIMIT ${NEWS_LIMITS.passages}`,
    [...viewerParameters(scope), document, since],
  );
  return rows.map(({ id }) => id);
}

/** Whether the viewer sees a passage of document `d` that ledger entry `e` names. */
export const SEES_PASSAGE_OF_ENTRY = `EXISTS (
  SELECT 1 FROM ledger_passage l JOIN passage p ON p.id = l.passage_id
   WHERE l.entry_id = e.id AND p.document_id = d.id AND ${CAN_SEE_PASSAGE})`;
