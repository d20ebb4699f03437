// Baselines with plain PostgreSQL on the rows of one campaign: its ranking with all words or any word, and
// the two stages of the product's search in isolation, without spelling correction, headings or permissions
// other than the campaign.

/** @typedef {import('pg').Pool | import('pg').Client} Database */

/** Number of candidates that are ranked exactly. */
const CANDIDATES = 300;

/**
 * The query of an application that follows PostgreSQL's manual.
 * @param {Database} database
 * @param {string} campaign
 * @param {string} question
 */
export const byDefault = (database, campaign, question) =>
  texts(
    database,
    `SELECT text FROM player_passage WHERE campaign_id = $1 AND stems @@ websearch_to_tsquery('english', $2)
      ORDER BY ts_rank(stems, websearch_to_tsquery('english', $2)) DESC LIMIT 10`,
    [campaign, question],
  );

const ANY = `(SELECT string_agg(quote_literal(lexeme), ' | ')::tsquery FROM unnest(to_tsvector('english', $2)))`;
const FOUND = `(stems || array_to_tsvector(ARRAY[campaign_id::text])) @@ (quote_literal($1::text)::tsquery && ${ANY})`;

/** Any word, by `ts_rank`. @param {Database} database @param {string} campaign @param {string} question */
export const byRank = (database, campaign, question) =>
  texts(
    database,
    `SELECT text FROM player_passage WHERE campaign_id = $1::text::uuid AND ${FOUND} ORDER BY ts_rank(stems, ${ANY}) DESC LIMIT 10`,
    [campaign, question],
  );

/** @param {Database} database @param {string} campaign @param {string} question */
export const byTwoStages = (database, campaign, question) =>
  texts(
    database,
    `WITH asked AS MATERIALIZED (
       SELECT u.lexeme, ln(1 + (t.passages - w.passages + 0.5) / (w.passages + 0.5)) AS idf
         FROM unnest(to_tsvector('english', $2)) u
         JOIN (SELECT word, sum(passages)::float8 AS passages FROM player_word WHERE campaign_id = $1::text::uuid GROUP BY word) w ON w.word = u.lexeme
        CROSS JOIN (SELECT sum(passages)::float8 AS passages FROM player_total WHERE campaign_id = $1::text::uuid) t),
     mean AS (SELECT sum(length)::float8 / sum(passages) AS length FROM player_total WHERE campaign_id = $1::text::uuid),
     first AS (
       SELECT text, stems, length FROM player_passage WHERE campaign_id = $1::text::uuid AND ${FOUND}
        ORDER BY ts_rank(stems, ${ANY}, 1) DESC LIMIT ${CANDIDATES})
     SELECT f.text FROM first f CROSS JOIN mean m CROSS JOIN LATERAL (
       SELECT sum(a.idf * n.n * 2.2 / (n.n + 1.2 * (0.4 + 0.6 * f.length / m.length))) AS score
         FROM unnest(f.stems) u JOIN asked a ON a.lexeme = u.lexeme CROSS JOIN LATERAL (SELECT cardinality(u.positions) AS n) n) s
      ORDER BY s.score DESC NULLS LAST LIMIT 10`,
    [campaign, question],
  );

/** @param {Database} database @param {string} sql @param {unknown[]} values @returns {Promise<string[]>} */
async function texts(database, sql, values) {
  const { rows } = await database.query(sql, values);
  return rows.map((/** @type {{ text: string }} */ { text }) => text);
}
