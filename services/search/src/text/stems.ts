import type { UnitOfWork } from '@tomekeeper/persistence';

/** `queryOften` is for statements whose best plan is always the same. */
export type QueryRunner = Pick<UnitOfWork, 'query' | 'queryOften'>;

/** Stems by word, in any of the languages. Stop words have none. */
export async function findStems(
  db: QueryRunner,
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

/** A tsquery for any of these. */
export const anyOf = (lexemes: readonly string[]): string => lexemes.map(quoted).join(' | ');

/** A tsquery limited to a campaign, whose id is indexed as a lexeme. */
export const inCampaign = (campaign: string, query: string): string =>
  `${quoted(campaign)} & (${query})`;

/** Words without a stem, by language. */
export async function findStopWords(
  db: QueryRunner,
  words: readonly string[],
  languages: readonly string[],
): Promise<Map<string, ReadonlySet<string>>> {
  const rows = await db.queryOften<{ language: string; words: string[] }>(
    `SELECT l.language, array_agg(w.word) AS words FROM unnest($1::text[]) w (word) CROSS JOIN unnest($2::text[]) l (language)
      WHERE to_tsvector(l.language::regconfig, w.word) = '' GROUP BY l.language`,
    [[...new Set(words)], languages],
  );
  return new Map(rows.map(({ language, words: its }) => [language, new Set(its)]));
}
