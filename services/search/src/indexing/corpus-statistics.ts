import type { Transaction } from '@tomekeeper/persistence';
import type { Kind } from './index-tables';

// Document frequencies and lengths of passages by class. The statistics of a viewer are the exact sum over the
// classes of the viewer, so every inserted or deleted row is counted in the same transaction.

/** Words that may be misspelled: no digits, no extreme lengths. */
const IS_CORRECTABLE = `length(u.lexeme) BETWEEN 2 AND 40 AND u.lexeme !~ '[0-9/@_.]'`;

/**
 * Adds inserted passages to the statistics, or subtracts passages before they are deleted.
 * @param ids of passages; rows of other tables are ignored
 */
export async function countPassages(
  tx: Transaction,
  kind: Kind,
  ids: readonly string[],
  sign: 1 | -1,
): Promise<void> {
  const rows = `${kind}_passage p`;
  const chosen = 'p.passage_id = ANY ($1::uuid[])';
  await countWords(tx, { table: `${kind}_word`, rows, column: 'p.stems', chosen }, ids, sign);
  await countWords(
    tx,
    { table: `${kind}_spelling`, rows, column: 'p.plain', chosen, only: IS_CORRECTABLE },
    ids,
    sign,
  );
  await tx.query(
    `INSERT INTO ${kind}_total AS t (campaign_id, class, language, passages, length)
     SELECT campaign_id, class, language, ${sign} * count(*), ${sign} * sum(length) FROM ${rows} WHERE ${chosen} GROUP BY 1, 2, 3
     ON CONFLICT (campaign_id, class, language) DO UPDATE
       SET passages = t.passages + excluded.passages, length = t.length + excluded.length`,
    [ids],
  );
  if (sign === -1)
    await tx.query(
      `DELETE FROM ${kind}_total WHERE passages = 0 AND campaign_id IN (SELECT campaign_id FROM ${rows} WHERE ${chosen})`,
      [ids],
    );
}

/**
 * Adds or subtracts words of titles for spelling correction. A player with a different title subtracts the words of
 * the party's title, so that the sum over the classes of the player is correct.
 */
export const countTitles = (
  tx: Transaction,
  kind: Kind,
  documents: readonly string[],
  sign: 1 | -1,
): Promise<void> =>
  countWords(
    tx,
    {
      table: `${kind}_spelling`,
      rows: `(
        SELECT document_id, campaign_id, class, plain, 1 AS times FROM ${kind}_title
        UNION ALL SELECT document_id, campaign_id, m, plain, -1 FROM ${kind}_title, unnest(not_for) m) p`,
      times: 'sum(p.times)',
      column: 'p.plain',
      chosen: 'p.document_id = ANY ($1::uuid[])',
      only: IS_CORRECTABLE,
    },
    documents,
    sign,
  );

interface WordSource {
  table: string;
  rows: string;
  column: string;
  chosen: string;
  only?: string;
  /** SQL for the number of occurrences in a group; default: number of rows. */
  times?: string;
}

async function countWords(
  tx: Transaction,
  { table, rows, column, chosen, only = 'true', times }: WordSource,
  ids: readonly string[],
  sign: 1 | -1,
): Promise<void> {
  const words = `${rows} CROSS JOIN LATERAL unnest(${column}) u WHERE ${chosen} AND ${only}`;
  await tx.query(
    `INSERT INTO ${table} AS w (campaign_id, word, class, passages)
     SELECT p.campaign_id, u.lexeme, p.class, ${sign} * ${times ?? 'count(*)'} FROM ${words} GROUP BY 1, 2, 3
     ON CONFLICT (campaign_id, word, class) DO UPDATE SET passages = w.passages + excluded.passages`,
    [ids],
  );
  // Deletes words without occurrences, which must not be suggested.
  if (sign === -1 || times !== undefined)
    await tx.query(
      `DELETE FROM ${table} w USING (SELECT DISTINCT p.campaign_id, u.lexeme, p.class FROM ${words}) gone
        WHERE w.campaign_id = gone.campaign_id AND w.word = gone.lexeme AND w.class = gone.class AND w.passages = 0`,
      [ids],
    );
}
