import type { SqlReader, Transaction } from '@tomekeeper/persistence';
import { GM_CLASS, IS_FOR_PARTY } from '@tomekeeper/visibility';

// Rows of `recap` and `recap_source`: the passages from which the sentences of a recap came. Triggers mark the rows whose
// source a transaction changes (db/tables/recaps.ts).

interface RecapRef {
  document: string;
  campaign: string;
}

interface NewRecap extends RecapRef {
  /** Start of the session. */
  startsAt: Date;
}

/** A sentence of a recap and its source. */
export interface SourcedSentence {
  passage: string;
  /** Words of the source, with single spaces. */
  quote: string;
  source: { passage: string; document: string; isForParty: boolean };
}

export async function insertRecap(
  tx: Transaction,
  { document, campaign, startsAt }: NewRecap,
  sentences: readonly SourcedSentence[],
): Promise<void> {
  await tx.query('INSERT INTO recap (document_id, campaign_id, starts_at) VALUES ($1, $2, $3)', [
    document,
    campaign,
    startsAt,
  ]);
  const rows = sentences.map(({ passage, quote, source }) => ({
    ...{ passage, quote },
    source: source.passage,
    source_document: source.document,
    is_shown: source.isForParty,
  }));
  await tx.query(
    `INSERT INTO recap_source (passage_id, source_passage_id, document_id, source_document_id, campaign_id, quote, is_shown)
     SELECT passage, source, $1, source_document, $2, quote, is_shown
       FROM jsonb_to_recordset($3::jsonb)
            AS r (passage uuid, source uuid, source_document uuid, quote text, is_shown boolean)`,
    [document, campaign, JSON.stringify(rows)],
  );
}

/**
 * Locks the recaps that quote a document or its handouts, and the handouts of these recaps: hiding a source may hide sentences. In one
 * statement and before the change feed, so that transactions lock in the same order.
 */
export async function lockRecapsOf(tx: Transaction, source: string): Promise<void> {
  await tx.query(
    `WITH sources AS MATERIALIZED (
       SELECT $1::uuid AS id UNION SELECT id FROM document WHERE source_id = $1
       UNION SELECT id FROM trashed_document WHERE source_id = $1),
     recaps AS MATERIALIZED (
       SELECT DISTINCT document_id AS id FROM recap_source WHERE source_document_id IN (SELECT id FROM sources))
     SELECT 1 FROM document d
      WHERE d.id IN (SELECT id FROM recaps) OR d.source_id IN (SELECT id FROM recaps)
      ORDER BY d.source_id NULLS FIRST, d.id FOR UPDATE`,
    [source],
  );
}

/** Sentences of one recap, or of one of its handouts, whose source was hidden from the party. */
export interface LostSentences extends RecapRef {
  passages: string[];
  is_spoilers: boolean;
  /** False if the recap is in the trash. */
  is_there: boolean;
  /** Author of the change of the source; null if the change has no ledger entry. */
  by: string | null;
}

/** As `firstSentence` writes spaces. */
const withSingleSpaces = (text: string) =>
  `regexp_replace(${text}, '[\\s\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff]+', ' ', 'g')`;

/** Updates the rows that this transaction has marked. @returns sentences that are to become GM only */
export async function settleRecapSources(tx: Transaction): Promise<LostSentences[]> {
  // Every transaction asks, and planning the long statement takes a millisecond.
  const due = await tx.query('SELECT 1 FROM recap_source WHERE is_due LIMIT 1');
  if (due.length === 0) return [];
  return tx.query<LostSentences>(
    `WITH due AS MATERIALIZED (
       SELECT r.passage_id, r.source_passage_id, r.source_document_id, r.is_shown AS was_shown,
              EXISTS (SELECT 1 FROM passage p JOIN document d ON d.id = p.document_id
                       WHERE p.id = r.source_passage_id AND ${IS_FOR_PARTY}
                         AND strpos(${withSingleSpaces('p.text')}, r.quote) > 0) AS is_shown
         FROM recap_source r WHERE r.is_due),
     settled AS (
       UPDATE recap_source r SET is_due = false, is_shown = due.is_shown
         FROM due WHERE r.passage_id = due.passage_id AND r.source_passage_id = due.source_passage_id),
     lost AS MATERIALIZED (
       SELECT passage_id, source_document_id FROM due WHERE was_shown AND NOT is_shown)
     SELECT p.document_id AS document, p.campaign_id AS campaign, array_agg(DISTINCT p.id) AS passages,
            bool_and(coalesce(d.is_spoilers, t.is_spoilers, true)) AS is_spoilers, bool_and(d.id IS NOT NULL) AS is_there,
            (SELECT e.actor FROM ledger_entry e
              WHERE e.document_id = ANY (array_agg(lost.source_document_id)) AND e.at >= now()
              ORDER BY e.number DESC LIMIT 1) AS by
       FROM lost JOIN passage p ON p.id = lost.passage_id OR p.source_id = lost.passage_id AND p.audience_class IS NOT NULL
       LEFT JOIN document d ON d.id = p.document_id
       LEFT JOIN trashed_document t ON t.id = p.document_id
      WHERE p.audience_class IS DISTINCT FROM '${GM_CLASS}'
      GROUP BY p.document_id, p.campaign_id
      ORDER BY bool_or(p.source_id IS NOT NULL), p.document_id`,
  );
}

/** Sentences of a recap, deleted ones included, whose source the whole party does not see. */
export async function sentencesOfHiddenSources(
  tx: Transaction,
  document: string,
): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(
    'SELECT DISTINCT passage_id AS id FROM recap_source WHERE document_id = $1 AND NOT is_shown',
    [document],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Written passages of a recap get the sources of the sentences from which their words came. */
export async function inheritRecapSources(
  tx: Transaction,
  document: string,
  namedSources: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const pairs = [...namedSources].flatMap(([id, from]) =>
    from.filter((one) => one !== id).map((one) => ({ id, from: one })),
  );
  if (pairs.length === 0) return;
  await tx.query(
    `INSERT INTO recap_source (passage_id, source_passage_id, document_id, source_document_id, campaign_id, quote, is_shown)
     SELECT DISTINCT o.id, r.source_passage_id, r.document_id, r.source_document_id, r.campaign_id, r.quote, r.is_shown
       FROM jsonb_to_recordset($2::jsonb) AS o (id uuid, "from" uuid)
       JOIN recap_source r ON r.passage_id = o."from" AND r.document_id = $1
     ON CONFLICT DO NOTHING`,
    [document, JSON.stringify(pairs)],
  );
}

/** A source as the response names it. */
export interface RecapSourceRow {
  passage: string;
  document: string | null;
  source: string | null;
  is_public: boolean;
}

/** Sources of a recap's sentences for GMs, in reading order. A source in a handout is a passage of the document that GMs see. */
export function recapSources(db: SqlReader, document: string): Promise<RecapSourceRow[]> {
  return db.query<RecapSourceRow>(
    `SELECT r.passage_id AS passage, coalesce(d.source_id, d.id) AS document,
            CASE WHEN d.id IS NOT NULL THEN coalesce(s.source_id, s.id) END AS source, r.is_shown AS is_public
       FROM recap_source r JOIN passage p ON p.id = r.passage_id
       LEFT JOIN passage s ON s.id = r.source_passage_id
       LEFT JOIN document d ON d.id = s.document_id AND d.author_audience IS DISTINCT FROM 'private'
      WHERE r.document_id = $1 AND p.document_id = $1
      ORDER BY p.position, p.id, r.source_passage_id`,
    [document],
  );
}
