import type { QueryRunner } from '../text/stems';
import type { ParsedQuery } from './parsed-query';
import { wordWeight } from './parsed-query';
import { DEFAULT_LANGUAGE } from '../text/language-detection';
import { normalize, WORD } from '../text/normalization';
import { questionWordsOf } from '../text/question-words';
import { spellWords, type QueryWord, type Spelling } from './spelling';
import { findStems, findStopWords } from '../text/stems';
import { synonymsOf } from '../text/synonyms';
import { viewerScopedRows, viewerParams } from '../access/viewer-scoped-rows';
import type { Viewer } from '../access/viewer-scoped-rows';

/** A query word with its stems, and the score of a match for each stem. */
export interface Term {
  queryWord: QueryWord;
  stems: ReadonlyMap<string, number>;
  /** Maximum score; unknown words count like the rarest ones. */
  worth: number;
}

/** Query and corpus statistics of a viewer, from visible passages only. */
export interface WeightedQuery {
  terms: Term[];
  /** Number of visible passages, and mean length in words. */
  passages: number;
  meanLength: number;
  languages: string[];
  /** Language of the query. */
  language: string;
  isQuestion: boolean;
  /** Document frequency by stem. */
  frequencies: ReadonlyMap<string, number>;
}

/** Inverse document frequency of BM25. */
const inverseFrequency = (frequency: number, passages: number): number =>
  Math.log(1 + (passages - frequency + 0.5) / (frequency + 0.5));

export async function weighTerms(
  db: QueryRunner,
  viewer: Viewer,
  { words, isQuestion, isComplete }: Pick<ParsedQuery, 'words' | 'isQuestion' | 'isComplete'>,
): Promise<WeightedQuery> {
  const totals = await db.queryOften<{ language: string; passages: number; length: number }>(
    `SELECT language, sum(passages)::int AS passages, sum(length)::float8 AS length
       FROM (${viewerScopedRows(viewer, 'total', 'p.language, p.passages, p.length')}) t GROUP BY language ORDER BY language`,
    viewerParams(viewer),
  );
  const languages = [...new Set([DEFAULT_LANGUAGE, ...totals.map(({ language }) => language)])];
  const { words: telling, language } = await contentWords(db, words, languages);
  const read = await spellWords(db, viewer, telling, isComplete);
  // Synonyms help questions, but dilute a search for a certain word.
  const spelt = isQuestion ? read.map(withSynonyms) : read;
  const passages = totals.reduce((sum, one) => sum + one.passages, 0);
  const length = totals.reduce((sum, one) => sum + one.length, 0);
  const stems = await findStems(
    db,
    spelt.flatMap(({ spellings }) => spellings.map(({ word }) => word)),
    languages,
  );
  const frequencies = await documentFrequencies(db, viewer, [
    ...new Set([...stems.values()].flat()),
  ]);
  const terms = spelt.flatMap((written) => {
    // A known inflected form is not a misspelling.
    const isKnown = stems.get(written.word)?.some((stem) => frequencies.has(stem)) ?? false;
    const one = isKnown ? withoutGuesses(written) : written;
    const gains = new Map<string, number>();
    const say = isQuestion ? wordWeight(one.word) : 1;
    for (const { word, weight } of one.spellings)
      for (const stem of stems.get(word) ?? []) {
        const gain = say * weight * inverseFrequency(frequencies.get(stem) ?? 0, passages);
        if (gain > (gains.get(stem) ?? 0)) gains.set(stem, gain);
      }
    if (gains.size === 0) return [];
    const held = [...gains].filter(([stem]) => frequencies.has(stem));
    const worth = Math.max(...(held.length > 0 ? held : [...gains]).map(([, gain]) => gain));
    return [{ queryWord: one, stems: gains, worth }];
  });
  return {
    terms,
    passages,
    meanLength: passages === 0 ? 1 : Math.max(1, length / passages),
    languages,
    language,
    isQuestion,
    frequencies,
  };
}

/** Stop words of another language in a query that is in this language, because names contain some. */
const MIN_FOREIGN_STOP_WORDS = 2;

/**
 * Removes stop words of English and of the query's language, unless no word remains. The language is one of the visible
 * text, with the most stop words and question words of the query.
 */
async function contentWords(
  db: QueryRunner,
  words: readonly string[],
  languages: readonly string[],
): Promise<{ words: readonly string[]; language: string }> {
  const stopWords = await findStopWords(db, words, languages);
  const fillers = (language: string) =>
    words.filter(
      (word) => stopWords.get(language)?.has(word) || questionWordsOf(language).has(word),
    );
  const english = fillers(DEFAULT_LANGUAGE).length;
  const language = languages.reduce((best, one) => {
    const count = fillers(one).length;
    const least = Math.max(english + 1, MIN_FOREIGN_STOP_WORDS, fillers(best).length + 1);
    return count >= least ? one : best;
  }, DEFAULT_LANGUAGE);
  const removed = new Set([...(stopWords.get(DEFAULT_LANGUAGE) ?? []), ...fillers(language)]);
  const telling = words.filter((word) => !removed.has(word));
  return { words: telling.length > 0 ? telling : words, language };
}

/** Weight of synonyms, relative to the word itself. */
const SYNONYM_WEIGHT = 0.4;

const withSynonyms = (spelt: QueryWord): QueryWord => ({
  ...spelt,
  spellings: [
    ...spelt.spellings,
    ...synonymsOf(spelt.word).map((word) => ({ word, weight: SYNONYM_WEIGHT })),
  ],
});

const withoutGuesses = ({ word, spellings }: QueryWord): QueryWord => ({
  word,
  spellings: spellings.filter(({ isGuess }) => !isGuess),
  isKnown: true,
});

async function documentFrequencies(
  db: QueryRunner,
  viewer: Viewer,
  stems: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.queryOften<{ word: string; passages: number }>(
    `SELECT word, sum(passages)::int AS passages
       FROM (${viewerScopedRows(viewer, 'word', 'p.word, p.passages', 'p.word = ANY ($3::text[])')}) w GROUP BY word`,
    [...viewerParams(viewer), stems],
  );
  return new Map(rows.map(({ word, passages }) => [word, passages]));
}

/**
 * The query with corrected words; undefined without corrections. With several campaigns, a word that one of them
 * contains is correct, otherwise the best correction of all applies.
 */
export function correctSpelling(
  query: string,
  ...campaigns: readonly Pick<WeightedQuery, 'terms'>[]
): string | undefined {
  const spelt = campaigns.flatMap(({ terms }) => terms.map((term) => term.queryWord));
  const known = new Set(spelt.flatMap(({ word, isKnown }) => (isKnown ? [word] : [])));
  const meant = new Map<string, Spelling>();
  for (const { word, correction } of spelt)
    if (correction && !known.has(word) && isBetter(correction, meant.get(word)))
      meant.set(word, correction);
  if (meant.size === 0) return undefined;
  return query.replace(WORD, (word) => {
    const correction = meant.get(normalize(word))?.word;
    return correction === undefined ? word : withCaseOf(word, correction);
  });
}

/** A correction with the initial capital of the word that it replaces. */
const withCaseOf = (word: string, correction: string): string =>
  /^\p{Lu}/u.test(word)
    ? correction.replace(/^\p{L}/u, (first) => first.toUpperCase())
    : correction;

/** Ties are broken alphabetically, so that no campaign decides. */
const isBetter = (one: Spelling, other: Spelling | undefined): boolean =>
  !other || one.weight > other.weight || (one.weight === other.weight && one.word < other.word);
