import type { Transaction } from '@tomekeeper/persistence';
import type { Kind } from './table-kinds';

// How many passages of each class hold which words, and how long they are: what a viewer's search knows is the sum over
// their classes, exactly, so each row that comes or goes is counted with it.

/** Words that people may misspell: no figures, nothing that is as long as no word is. */
const IS_SPELT = `length(u.lexeme) BETWEEN 2 AND 40 AND u.lexeme !~ '[0-9/@_.]'`;

/**
 * Counts passages of one kind in, after they were put there, or out, before they go.
 * @param ids of passages; those that stand in tables of the other kind are not counted
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
    { table: `${kind}_spelling`, rows, column: 'p.plain', chosen, only: IS_SPELT },
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
 * Words of titles are known to be spelt so; they are no passages. To whom a title of all players is another one it counts for nothing,
 * so that the sum over their classes is what they know.
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
      only: IS_SPELT,
    },
    documents,
    sign,
  );

interface Counted {
  table: string;
  rows: string;
  column: string;
  chosen: string;
  only?: string;
  /** How often a word stands in the rows of a group. */
  times?: string;
}

async function countWords(
  tx: Transaction,
  { table, rows, column, chosen, only = 'true', times }: Counted,
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
  // A word that nobody of a class sees any longer is not one of theirs.
  if (sign === -1 || times !== undefined)
    await tx.query(
      `DELETE FROM ${table} w USING (SELECT DISTINCT p.campaign_id, u.lexeme, p.class FROM ${words}) gone
        WHERE w.campaign_id = gone.campaign_id AND w.word = gone.lexeme AND w.class = gone.class AND w.passages = 0`,
      [ids],
    );
}
