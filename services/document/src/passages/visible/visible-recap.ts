import { RECAP_LIMITS } from '@tomekeeper/contracts-document';
import type { SqlReader } from '@tomekeeper/persistence';
import { canGroupSeePassage, GM_CLASS, PARTY_CLASS } from '@tomekeeper/visibility';
import { IS_NOTE } from '../../model/note-key';

// Passages for a recap. The selection and the order of passages for the party depend only on content that the whole party sees.

export interface RecapQuery {
  campaign: string;
  from: Date;
  /** Excluded from the time span; undefined for now. */
  until: Date | undefined;
}

/** A passage that became visible in the time span, to the party or to some players, and still is. */
export interface RecapPassage {
  id: string;
  document: string;
  text: string;
  /** Whether the whole party sees it. */
  is_for_party: boolean;
}

/** Kinds of passages that contain sentences. */
const KINDS = "'paragraph', 'list_item', 'quote', 'callout'";

const IS_FOR_ALL = canGroupSeePassage(`p.audience_class = '${PARTY_CLASS}'`);

/** Whether some players see passage `p` of document `d`, and others do not. */
const IS_FOR_SOME = `(p.audience_class NOT IN ('${GM_CLASS}', '${PARTY_CLASS}')
  AND (d.is_spoilers OR d.text_shown_since = d.shown_since))`;

/**
 * Start of uninterrupted visibility of passage `p` to its audience. The text of a file counts from its document: the time of the
 * extraction depends on the load.
 */
const SINCE = `greatest(
  CASE WHEN p.audience_class IS NULL THEN d.shown_since
       WHEN p.audience_class = '${PARTY_CLASS}' THEN coalesce(d.party_since, d.shown_since) END,
  CASE WHEN d.is_note THEN p.born_at END,
  c.at)`;

/**
 * Passages in the order in which they became visible. Passages for the whole party take precedence, so that others do not
 * displace them.
 * @param documents limits the documents; undefined for all of the campaign, notes of players for the party included
 */
export function recapPassages(
  db: SqlReader,
  { campaign, from, until }: RecapQuery,
  documents?: readonly string[],
): Promise<RecapPassage[]> {
  return db.query<RecapPassage>(
    `WITH homes AS (
       SELECT $1::uuid AS id UNION ALL SELECT membership_id FROM notebook WHERE campaign_id = $1),
     docs AS MATERIALIZED (
       SELECT d.id, d.is_spoilers, d.shown_since, d.text_shown_since, d.${IS_NOTE} AS is_note, h.since AS party_since
         FROM document d LEFT JOIN handout_reader h ON h.document_id = d.id AND h.reader = '${PARTY_CLASS}'
        WHERE d.campaign_id IN (SELECT id FROM homes) AND ($4::uuid[] IS NULL OR d.id = ANY ($4::uuid[]))
          AND (d.author_audience IS NULL OR d.author_audience = 'party')
          AND NOT EXISTS (SELECT 1 FROM recap r WHERE r.document_id IN (d.id, d.source_id))),
     changed AS MATERIALIZED (
       SELECT l.passage_id, max(e.at) AS at FROM ledger_passage l JOIN ledger_entry e ON e.id = l.entry_id
        WHERE l.campaign_id IN (SELECT id FROM homes) GROUP BY l.passage_id),
     visible AS (
       SELECT coalesce(p.source_id, p.id) AS origin, p.id, p.document_id, p.position, p.text,
              ${IS_FOR_ALL} AS is_for_party, ${SINCE} AS since
         FROM docs d JOIN passage p ON p.document_id = d.id LEFT JOIN changed c ON c.passage_id = p.id
        WHERE p.kind IN (${KINDS}) AND (${IS_FOR_ALL} OR ${IS_FOR_SOME})),
     revealed AS (
       SELECT *, row_number() OVER (PARTITION BY is_for_party, document_id, since ORDER BY position, id) AS nth
         FROM visible WHERE since >= $2 AND ($3::timestamptz IS NULL OR since < $3)),
     distinct_passages AS (
       SELECT DISTINCT ON (origin) * FROM revealed WHERE nth <= ${RECAP_LIMITS.perReveal}
        ORDER BY origin, is_for_party DESC, since, document_id),
     counted AS (
       SELECT *, row_number() OVER (PARTITION BY is_for_party ORDER BY since, document_id, position, id) AS place,
              count(*) FILTER (WHERE is_for_party) OVER () AS party_passages
         FROM distinct_passages)
     SELECT id, document_id AS document, left(text, ${MAX_TEXT}) AS text, is_for_party FROM counted
      WHERE place <= ${RECAP_LIMITS.sentences} - CASE WHEN is_for_party THEN 0 ELSE party_passages END
      ORDER BY since, document_id, position, id`,
    [campaign, from, until ?? null, documents ?? null],
  );
}

/** Notes for GMs that were created in the time span and are for GMs alone, oldest first. Without private notes of players. */
export function gmNotesOf(
  db: SqlReader,
  { campaign, from, until }: RecapQuery,
): Promise<{ id: string; title: string }[]> {
  return db.query(
    `SELECT d.id, d.original_filename AS title FROM document d
      WHERE d.campaign_id IN (SELECT $1::uuid UNION ALL SELECT membership_id FROM notebook WHERE campaign_id = $1)
        AND d.${IS_NOTE} AND d.source_id IS NULL AND d.created_at >= $2
        AND ($3::timestamptz IS NULL OR d.created_at < $3)
        AND CASE WHEN d.author_audience IS NULL THEN d.is_spoilers ELSE d.author_audience = 'gms' END
        AND NOT EXISTS (SELECT 1 FROM handout_reader h WHERE h.document_id = d.id)
        AND NOT EXISTS (SELECT 1 FROM recap r WHERE r.document_id = d.id)
      ORDER BY d.created_at, d.id LIMIT ${RECAP_LIMITS.notes}`,
    [campaign, from, until ?? null],
  );
}

/** Characters of a passage that can contain its first sentence within the limit. */
const MAX_TEXT = 2 * RECAP_LIMITS.sentenceLength;
