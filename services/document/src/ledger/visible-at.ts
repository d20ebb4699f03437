import { AUDIENCE_LIMITS } from '@tomekeeper/contracts-document';
import type { SqlReader } from '@tomekeeper/persistence';
import { canSeeClass, IS_DOCUMENT_ENTRY, viewerClasses } from '@tomekeeper/visibility';
import { BEGINNING, byTheirs, type PassageBeginning } from './passage-excerpts';

// Visibility at a point in time, derived from the ledger. A document's audience is that of its last earlier entry. A
// passage's audience is the previous audience in its first later entry, or else its current audience.

/** Players of a campaign, at a moment. */
export interface VisibilityQuery {
  campaign: string;
  /** Memberships of the viewer; empty for the party. */
  memberships: readonly string[];
  at: Date;
}

/** A document that was visible. */
export interface VisibleAt {
  id: string;
  is_public: boolean;
  since: Date;
  whole: boolean;
  /** Number of visible passages, deleted passages included. */
  passages: number;
}

/** End of the requested millisecond: entries have microseconds, responses milliseconds. */
const MOMENT = 'to_timestamp(($3::float8 + 0.999) / 1000)';

const values = ({ campaign, memberships, at }: VisibilityQuery) => [
  campaign,
  memberships,
  at.getTime(),
];

const CLASSES = `classes AS MATERIALIZED (SELECT ${viewerClasses('$2')} AS visible)`;
const VISIBLE_CLASSES = '(SELECT visible FROM classes)::uuid[]';
/** Whether players see a class in any document. */
const isOpen = (audienceClass: string): string =>
  canSeeClass(audienceClass, 'false', VISIBLE_CLASSES);

/** State of each document at $3; permanently deleted documents have no title any longer. */
const STATES = `
  states AS MATERIALIZED (
    SELECT DISTINCT ON (e.document_id) e.document_id, e.audience = 'party' AS is_public, e.act <> 'delete' AS is_there, e.at
      FROM ledger_entry e
     WHERE e.campaign_id = $1 AND e.at <= ${MOMENT} AND ${IS_DOCUMENT_ENTRY}
     ORDER BY e.document_id, e.number DESC)`;

/** Passages whose class changed after $3, with their class at that time. */
const LATER = `
  later AS MATERIALIZED (
    SELECT DISTINCT ON (l.passage_id) l.passage_id, l.document_id, l.class_before
      FROM ledger_entry e JOIN ledger_passage l ON l.entry_id = e.id
     WHERE e.campaign_id = $1 AND e.at > ${MOMENT}
     ORDER BY l.passage_id, e.number)`;

const CLASS_THEN = '(CASE WHEN l.passage_id IS NULL THEN x.audience_class ELSE l.class_before END)';

/**
 * Passages that existed at that time, deleted ones included. A spoiler counts only if a passage has, or had, its own
 * audience.
 */
const THERE = `
  asked AS MATERIALIZED (
    SELECT x.* FROM states x
     WHERE x.is_there AND (
       x.is_public
       OR EXISTS (SELECT 1 FROM passage o WHERE o.document_id = x.document_id AND o.audience_class IS NOT NULL)
       OR x.document_id IN (SELECT document_id FROM later))),
  there AS (
    SELECT s.is_public, s.document_id, ${CLASS_THEN} AS class
      FROM asked s JOIN passage x ON x.document_id = s.document_id LEFT JOIN later l ON l.passage_id = x.id
     WHERE x.born_at <= ${MOMENT}
    UNION ALL
    SELECT s.is_public, s.document_id, ${CLASS_THEN}
      FROM asked s JOIN passage_gone x ON x.document_id = s.document_id LEFT JOIN later l ON l.passage_id = x.passage_id
     WHERE x.born_at <= ${MOMENT} AND x.gone_at > ${MOMENT})`;

/** Whether something of a class was known of a document, by its state. */
const knownBy = (state: string, audienceClass: string): string =>
  canSeeClass(audienceClass, `${state}.is_public`, VISIBLE_CLASSES);
const IS_KNOWN = knownBy('t', 't.class');

/** Equals `later` for passage `x` alone: cheaper if only the first passages of each document are needed. */
const FIRST_LATER = `
  SELECT l.passage_id, l.class_before FROM ledger_passage l JOIN ledger_entry e ON e.id = l.entry_id
   WHERE l.passage_id = x.id AND e.campaign_id = $1 AND e.at > ${MOMENT} ORDER BY e.number LIMIT 1`;

/**
 * Start of uninterrupted visibility per document: counts open passages over time, plus one while the document was
 * Public. A viewer of a passage before the document became Public keeps that start; a document restored from the trash
 * counts as new.
 */
const SINCE = `
  opened AS (
    SELECT l.entry_id, sum(${isOpen('l.class_after')}::int - ${isOpen('l.class_before')}::int) AS delta,
           bool_or(${isOpen('l.class_after')}) AS is_own
      FROM ledger_passage l WHERE l.campaign_id = $1 GROUP BY l.entry_id),
  steps AS (
    SELECT e.document_id, e.number, e.at, coalesce(o.is_own, false) AS is_own,
           coalesce(o.delta, 0) + CASE WHEN ${IS_DOCUMENT_ENTRY} THEN (e.audience = 'party')::int - coalesce(
             lag((e.audience = 'party')::int) OVER (PARTITION BY e.document_id, ${IS_DOCUMENT_ENTRY} ORDER BY e.number), 0) ELSE 0 END AS delta
      FROM ledger_entry e LEFT JOIN opened o ON o.entry_id = e.id
     WHERE e.campaign_id = $1 AND e.at <= ${MOMENT}
    UNION ALL
    SELECT g.document_id, NULL, g.gone_at, false, -1 FROM passage_gone g
     WHERE g.campaign_id = $1 AND g.gone_at <= ${MOMENT} AND ${isOpen('g.audience_class')}),
  counts AS (
    SELECT *, sum(delta) OVER (PARTITION BY document_id ORDER BY at, number) AS n FROM steps),
  begins AS (
    SELECT DISTINCT ON (document_id) document_id, at, is_own FROM counts
     WHERE n > 0 AND n - delta <= 0 ORDER BY document_id, at DESC, number DESC),
  restored AS (
    SELECT e.document_id, max(e.at) AS at FROM ledger_entry e
     WHERE e.campaign_id = $1 AND e.at <= ${MOMENT} AND e.act = 'restore' GROUP BY e.document_id)`;

/** Documents of a campaign that were visible, latest shown first. */
export function visibleAt(db: SqlReader, knowing: VisibilityQuery): Promise<VisibleAt[]> {
  return db.query<VisibleAt>(
    `WITH ${CLASSES}, ${STATES}, ${LATER}, ${THERE}, ${SINCE},
     counted AS (
       SELECT t.document_id, count(*) FILTER (WHERE ${IS_KNOWN})::int AS known,
              count(*) FILTER (WHERE NOT ${IS_KNOWN})::int AS hidden
         FROM there t GROUP BY t.document_id),
     named AS (
       SELECT id FROM document WHERE campaign_id = $1
       UNION ALL SELECT id FROM trashed_document WHERE campaign_id = $1)
     SELECT s.document_id AS id, s.is_public, coalesce(c.known, 0) AS passages,
            s.is_public AND coalesce(c.hidden, 0) = 0 AS whole,
            greatest(r.at, CASE WHEN s.is_public AND NOT coalesce(b.is_own, false) THEN s.at
                                WHEN s.is_public THEN least(b.at, s.at) ELSE b.at END) AS since
       FROM states s JOIN named ON named.id = s.document_id
       LEFT JOIN counted c ON c.document_id = s.document_id
       LEFT JOIN begins b ON b.document_id = s.document_id
       LEFT JOIN restored r ON r.document_id = s.document_id
      WHERE s.is_there AND (s.is_public OR c.known > 0)
      ORDER BY since DESC, s.document_id DESC`,
    values(knowing),
  );
}

/** First visible passages of documents that still exist, by document. */
export async function firstVisibleAt(
  db: SqlReader,
  knowing: VisibilityQuery,
  documents: readonly string[],
): Promise<Map<string, PassageBeginning[]>> {
  if (documents.length === 0) return new Map();
  const rows = await db.query<PassageBeginning & { of: string }>(
    `WITH ${CLASSES}, ${STATES}
     SELECT s.document_id AS of, p.id, ${BEGINNING}
       FROM states s CROSS JOIN LATERAL (
         SELECT x.id FROM passage x LEFT JOIN LATERAL (${FIRST_LATER}) l ON true
          WHERE x.document_id = s.document_id AND x.born_at <= ${MOMENT} AND ${knownBy('s', CLASS_THEN)}
          ORDER BY x.position, x.id LIMIT ${AUDIENCE_LIMITS.ledgerWords}) f
       JOIN passage p ON p.id = f.id
      WHERE s.is_there AND s.document_id = ANY ($4::uuid[])
      ORDER BY s.document_id, p.position, p.id`,
    [...values(knowing), documents],
  );
  return byTheirs(rows);
}
