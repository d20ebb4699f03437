import type { UnitOfWork } from '@tomekeeper/persistence';

/** Reads for a question: `queryOften` where the best way to the rows is the same for every question. */
export type Reader = Pick<UnitOfWork, 'query' | 'queryOften'>;

/** What words are in the index: by each word, in any of some languages. Words that say nothing have no stem. */
export async function stemsOf(
  db: Reader,
  words: readonly string[],
  languages: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await db.queryOften<{ word: string; stems: string[] }>(
    `SELECT w.word, array_agg(DISTINCT s.stem ORDER BY s.stem) AS stems
       FROM unnest($1::text[]) w (word) CROSS JOIN unnest($2::text[]) l (language)
      CROSS JOIN LATERAL unnest(tsvector_to_array(to_tsvector(l.language::regconfig, w.word))) s (stem)
      GROUP BY w.word`,
    [[...new Set(words)], languages],
  );
  return new Map(rows.map(({ word, stems }) => [word, stems]));
}

const quoted = (lexeme: string) => `'${lexeme.replace(/\\/g, '\\\\').replace(/'/g, "''")}'`;

/** A question to the index: any of these. */
export const anyOf = (lexemes: readonly string[]): string => lexemes.map(quoted).join(' | ');

/** … and in a campaign, whose id stands among the words. */
export const inCampaign = (campaign: string, query: string): string =>
  `${quoted(campaign)} & (${query})`;
