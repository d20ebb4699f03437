import { NEWS_LIMITS } from '@tomekeeper/contracts-document';
import type { SqlReader } from '@tomekeeper/persistence';
import { CAN_SEE_PASSAGE, canSeeClass } from '@tomekeeper/visibility';
import type { Scope } from '../../memberships/campaign-memberships';
import { IS_NOTE, viewerParameters } from './visible-passages';

/** Whether a player saw a class at the time of ledger entry `e` about document `d`. */
const canSeeThen = (audienceClass: string): string =>
  canSeeClass(audienceClass, '(NOT d.is_spoilers AND e.at >= d.shown_since)');

/**
 * Passages of document `d` that may have become visible in a period: new ones of a note, ones without a class in a document that became
 * Public, and those whose audience changed, unless the viewer saw them at the beginning of the period.
 */
const changedIn = (after: string, until: string): string => `
  SELECT b.id, b.born_at AS at FROM passage b
   WHERE b.document_id = d.id AND b.born_at > ${after} AND b.born_at <= ${until} AND ${IS_NOTE}
     AND NOT EXISTS (SELECT 1 FROM ledger_passage l JOIN ledger_entry e ON e.id = l.entry_id
                      WHERE l.passage_id = b.id AND e.at > ${after} AND e.act <> 'show')
  UNION ALL
  SELECT b.id, d.shown_since FROM passage b
   WHERE b.document_id = d.id AND b.audience_class IS NULL AND NOT d.is_spoilers
     AND d.shown_since > ${after} AND d.shown_since <= ${until}
  UNION ALL
  SELECT b.id, max(e.at)
    FROM ledger_entry e JOIN ledger_passage l ON l.entry_id = e.id JOIN passage b ON b.id = l.passage_id
   WHERE e.document_id = d.id AND e.act <> 'show' AND e.at > ${after}
   GROUP BY b.id
  HAVING max(e.at) <= ${until}
     AND (b.born_at > ${after} OR NOT (array_agg(${canSeeThen('l.class_before')} ORDER BY e.number))[1])`;

/** Visible passages of a document that became visible to the viewer in a period, and when. */
export const passagesVisibleIn = (document: string, after: string, until: string): string => `
  SELECT p.id, p.position, max(a.at) AS at
    FROM document d CROSS JOIN LATERAL (${changedIn(after, until)}) a JOIN passage p ON p.id = a.id
   WHERE d.id = ${document} AND p.document_id = d.id AND ${CAN_SEE_PASSAGE}
   GROUP BY p.id`;

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

/** Whether ledger entry `e` showed the viewer a passage of document `d` that is still visible. */
export const SEES_PASSAGE_OF_ENTRY = `EXISTS (
  SELECT 1 FROM ledger_passage l JOIN passage p ON p.id = l.passage_id
   WHERE l.entry_id = e.id AND p.document_id = d.id AND ${canSeeThen('l.class_after')} AND ${CAN_SEE_PASSAGE})`;
