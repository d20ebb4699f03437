import type { Reader } from '../words/stems';
import type { AskedWords } from './parsed-query';
import { sayOf } from './parsed-query';
import { DEFAULT_LANGUAGE, languageOf } from '../words/language';
import { readWords, type SpeltWord } from './spelling';
import { stemsOf } from '../words/stems';
import { synonymsOf } from '../words/synonyms';
import { viewerScopedRows, viewerParams } from '../access/viewer-scoped-rows';
import type { Viewer } from '../access/viewer-scoped-rows';

/** A word of a question, by what it is in the index: each of its stems with what a passage that holds it gains. */
export interface Term {
  spelt: SpeltWord;
  stems: ReadonlyMap<string, number>;
  /** The most that it can bring; of a word that stands nowhere, as much as the rarest one. */
  worth: number;
}

/** All that a viewer's passages say of a question, and nothing that others hold. */
export interface Terms {
  terms: Term[];
  /** Passages that the viewer sees, and their mean length in words. */
  passages: number;
  meanLength: number;
  languages: string[];
  isQuestion: boolean;
  /** In how many passages each stem stands. */
  frequencies: ReadonlyMap<string, number>;
}

/** How much the rarity of a word says, as BM25 has it. */
const rarity = (frequency: number, passages: number): number =>
  Math.log(1 + (passages - frequency + 0.5) / (frequency + 0.5));

export async function termsOf(
  db: Reader,
  viewer: Viewer,
  { words, isQuestion, isFinished }: Pick<AskedWords, 'words' | 'isQuestion' | 'isFinished'>,
): Promise<Terms> {
  const [telling, totals] = await Promise.all([
    tellingWords(db, words),
    db.queryOften<{ language: string; passages: number; length: number }>(
      `SELECT language, sum(passages)::int AS passages, sum(length)::float8 AS length
         FROM (${viewerScopedRows(viewer, 'total', 'p.language, p.passages, p.length')}) t GROUP BY language ORDER BY language`,
      viewerParams(viewer),
    ),
  ]);
  const read = await readWords(db, viewer, telling, isFinished);
  // Who looks for a word wants that word; who asks something wants what is meant by it.
  const spelt = isQuestion ? read.map(withSynonyms) : read;
  const passages = totals.reduce((sum, one) => sum + one.passages, 0);
  const length = totals.reduce((sum, one) => sum + one.length, 0);
  const languages = [...new Set([DEFAULT_LANGUAGE, ...totals.map(({ language }) => language)])];
  const stems = await stemsOf(
    db,
    spelt.flatMap(({ readings }) => readings.map(({ word }) => word)),
    languages,
  );
  const frequencies = await frequenciesOf(db, viewer, [...new Set([...stems.values()].flat())]);
  const terms = spelt.flatMap((written) => {
    // In another form the word is known: nothing was misspelt.
    const isKnown = stems.get(written.asked)?.some((stem) => frequencies.has(stem)) ?? false;
    const one = isKnown ? asWritten(written) : written;
    const gains = new Map<string, number>();
    const say = isQuestion ? sayOf(one.asked) : 1;
    for (const { word, weight } of one.readings)
      for (const stem of stems.get(word) ?? []) {
        const gain = say * weight * rarity(frequencies.get(stem) ?? 0, passages);
        if (gain > (gains.get(stem) ?? 0)) gains.set(stem, gain);
      }
    if (gains.size === 0) return [];
    const held = [...gains].filter(([stem]) => frequencies.has(stem));
    const worth = Math.max(...(held.length > 0 ? held : [...gains]).map(([, gain]) => gain));
    return [{ spelt: one, stems: gains, worth }];
  });
  return {
    terms,
    passages,
    meanLength: passages === 0 ? 1 : Math.max(1, length / passages),
    languages,
    isQuestion,
    frequencies,
  };
}

/** Without those that say nothing in English, or in the language of the question; all of them where none is left. */
async function tellingWords(db: Reader, words: readonly string[]): Promise<readonly string[]> {
  const asked = languageOf(words.join(' '));
  const stems = await Promise.all(
    [...new Set([DEFAULT_LANGUAGE, asked])].map((language) => stemsOf(db, words, [language])),
  );
  const telling = words.filter((word) => stems.every((known) => known.has(word)));
  return telling.length > 0 ? telling : words;
}

/** What else a word is called says less than itself. */
const SYNONYM = 0.4;

const withSynonyms = (spelt: SpeltWord): SpeltWord => ({
  ...spelt,
  readings: [
    ...spelt.readings,
    ...synonymsOf(spelt.asked).map((word) => ({ word, weight: SYNONYM })),
  ],
});

const asWritten = ({ asked, readings }: SpeltWord): SpeltWord => ({
  asked,
  readings: readings.filter(({ isGuess }) => !isGuess),
  isKnown: true,
});

async function frequenciesOf(
  db: Reader,
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
