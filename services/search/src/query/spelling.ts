import { abbreviationsOf, otherSpelling } from '../text/abbreviations';
import { isEnglishWord } from '../text/english-words';
import { DEFAULT_LANGUAGE } from '../text/language-detection';
import { anyOf, findStems, inCampaign, type QueryRunner } from '../text/stems';
import { isUnspaced } from '../text/normalization';
import { viewerScopedRows, viewerScopedTitles, viewerParams } from '../access/viewer-scoped-rows';
import type { Viewer } from '../access/viewer-scoped-rows';

/** A word of the visible text that may replace a query word; `weight` is 1 for the word itself. */
export interface Spelling {
  word: string;
  weight: number;
  /** A spelling correction, not the word itself or a completion. */
  isGuess?: true;
}

export interface QueryWord {
  word: string;
  spellings: Spelling[];
  /** Whether the visible text contains the word, a form of it, or a completion. */
  isKnown: boolean;
  /** Best correction of an unknown word. */
  correction?: Spelling;
}

/** Words with lookups for completions and corrections: two statements per word and campaign. */
const MAX_LOOKUPS = 8;
const MAX_CORRECTIONS = 3;
const MAX_COMPLETIONS = 8;
/** Similar words for which the edit distance is computed. */
const MAX_SIMILAR = 40;
/** Shorter words are similar to too many others: hit is not a misspelled hut. */
const MIN_LENGTH_TO_CORRECT = 4;
/** Short words that sound alike are rarely misspellings: dead and did. */
const SHORT = 4;
const COMPLETION_WEIGHT = 0.8;
const JOINED_WEIGHT = 0.7;
const UMLAUT_WEIGHT = 0.9;
const ABBREVIATION_WEIGHT = 0.9;
/** Scattered characters rarely are the word that a pair of them is. */
const CHARACTER_WEIGHT = 0.3;
/** The visible words for corrections contain no digits: 1,000 is also 1000, and third is 3rd. */
const IS_NUMBER = /^\d+$/;
const HAS_DIGIT = /\d/;
const MIN_LENGTH_TO_SPLIT = 6;
const MIN_PART_LENGTH = 2;
const MAX_SPLITS = 6;
/** Weight of a correction by about one letter. */
const CLOSE_CORRECTION = 0.8;

/**
 * Finds spellings of query words in the visible text: the word itself, else completions, else corrections by letters
 * and sound. The last word of an unfinished query also gets completions.
 */
export async function spellWords(
  db: QueryRunner,
  viewer: Viewer,
  words: readonly string[],
  isComplete = false,
): Promise<QueryWord[]> {
  const joined = words.slice(1).map((word, at) => `${words[at]}${word}`);
  const equivalents = equivalentSpellings(words);
  const known = await knownWords(db, viewer, [
    ...words,
    ...joined,
    ...equivalents.flatMap((others) => others.map(({ word }) => word)),
  ]);
  const last = isComplete ? undefined : words.length - 1;
  const unknown = words.flatMap((word, at) => (known.has(word) && at !== last ? [] : [at]));
  const lookedUp = new Set([...unknown.slice(0, MAX_LOOKUPS), last]);
  const spelt = await Promise.all(
    words.map((asked, at) => spellWord(db, viewer, asked, known.has(asked), lookedUp.has(at))),
  );
  for (const [at, word] of joined.entries())
    if (known.has(word) || IS_NUMBER.test(word))
      for (const one of [spelt[at], spelt[at + 1]])
        if (one && !one.spellings.some((spelling) => spelling.word === word))
          one.spellings.push({ word, weight: JOINED_WEIGHT });
  for (const [at, one] of spelt.entries())
    for (const other of equivalents[at] ?? []) {
      const isKnown = known.has(other.word);
      if (isKnown || HAS_DIGIT.test(other.word)) one.spellings.push(other);
      if (!isKnown) continue;
      one.isKnown = true;
      delete one.correction;
    }
  const split = await Promise.all(
    spelt.map(async (one) =>
      isUnclear(one) ? ((await splitWord(db, viewer, one.word)) ?? [one]) : [one],
    ),
  );
  return split.flat();
}

/** Other spellings of each word: without the digraphs of umlauts, as an abbreviation, and the characters of a pair. */
function equivalentSpellings(words: readonly string[]): Spelling[][] {
  const abbreviations = abbreviationsOf(words);
  return words.map((word, at) => {
    const others: Spelling[] = [];
    const umlauts = withoutDigraphs(word);
    if (umlauts !== word) others.push({ word: umlauts, weight: UMLAUT_WEIGHT });
    if (isUnspaced(word) && word.length > 1)
      for (const character of word) others.push({ word: character, weight: CHARACTER_WEIGHT });
    for (const other of [abbreviations.get(at), otherSpelling(word)])
      if (other !== undefined) others.push({ word: other, weight: ABBREVIATION_WEIGHT });
    return others;
  });
}

/** German umlauts as people without them on their keyboard type them: gruen is indexed as grun. */
const withoutDigraphs = (word: string): string => word.replace(/[aou]e/g, ([vowel]) => vowel ?? '');

/** Whether neither the word nor a close correction occurs. */
const isUnclear = ({ word, isKnown, correction }: QueryWord): boolean =>
  !isKnown && word.length >= MIN_LENGTH_TO_SPLIT && (correction?.weight ?? 0) < CLOSE_CORRECTION;

/** Parts of a word that occur side by side in the visible text: lichking is split if the text has a Lich King. */
async function splitWord(
  db: QueryRunner,
  viewer: Viewer,
  word: string,
): Promise<QueryWord[] | undefined> {
  const pairs = splits(word);
  const candidates = [
    ...pairs,
    ...pairs.flatMap(([first, rest]) => splits(rest).map((others) => [first, ...others])),
  ];
  const known = await knownWords(db, viewer, [...new Set(candidates.flat())]);
  const possible = candidates
    .filter((parts) => parts.every((part) => known.has(part)))
    .sort((a, b) => a.length - b.length || shortest(b) - shortest(a))
    .slice(0, MAX_SPLITS)
    .map((parts) => parts.join(' '));
  if (possible.length === 0) return undefined;
  const phrase = "p.plain @@ phraseto_tsquery('simple', o.phrase)";
  const [found] = await db.query<{ phrase: string }>(
    `SELECT o.phrase FROM unnest($3::text[], $4::text[]) WITH ORDINALITY AS o (phrase, words, at)
      WHERE EXISTS (${viewerScopedRows(viewer, 'passage', '1', `(p.stems || array_to_tsvector(ARRAY[p.campaign_id::text])) @@ o.words::tsquery AND ${phrase}`, 'LIMIT 1')})
         OR EXISTS (${viewerScopedTitles(viewer, '1', phrase)})
      ORDER BY o.at LIMIT 1`,
    [
      ...viewerParams(viewer),
      possible,
      await Promise.all(possible.map((parts) => stemQuery(db, viewer, parts.split(' ')))),
    ],
  );
  return found?.phrase.split(' ').map((part) => ({
    word: part,
    spellings: [{ word: part, weight: 1 }],
    isKnown: true,
  }));
}

/** The index finds passages by English stems and by stems of words without a language. */
async function stemQuery(
  db: QueryRunner,
  viewer: Viewer,
  parts: readonly string[],
): Promise<string> {
  const stems = await findStems(db, parts, [DEFAULT_LANGUAGE, 'simple']);
  const all = parts.flatMap((part) =>
    stems.has(part) ? [`(${anyOf(stems.get(part) ?? [])})`] : [],
  );
  return inCampaign(viewer.campaign, all.join(' & '));
}

const splits = (word: string): [string, string][] =>
  Array.from({ length: Math.max(0, word.length - 2 * MIN_PART_LENGTH + 1) }, (_, at) => [
    word.slice(0, at + MIN_PART_LENGTH),
    word.slice(at + MIN_PART_LENGTH),
  ]);

const shortest = (parts: readonly string[]): number =>
  Math.min(...parts.map(({ length }) => length));

async function spellWord(
  db: QueryRunner,
  viewer: Viewer,
  asked: string,
  isKnown: boolean,
  isLookedUp: boolean,
): Promise<QueryWord> {
  const spellings: Spelling[] = [{ word: asked, weight: 1 }];
  if (asked.length < 3 || !isLookedUp) return { word: asked, spellings, isKnown };
  const completions = await completeWord(db, viewer, asked, MAX_COMPLETIONS);
  for (const word of completions)
    if (word !== asked)
      spellings.push({ word, weight: isKnown ? COMPLETION_WEIGHT / 2 : COMPLETION_WEIGHT });
  if (isKnown || spellings.length > 1) return { word: asked, spellings, isKnown: true };
  // A common word is no misspelling, even if the text does not contain it: kids are not cids.
  if (asked.length < MIN_LENGTH_TO_CORRECT || isEnglishWord(asked))
    return { word: asked, spellings, isKnown };
  const corrections = await findSimilarWords(db, viewer, asked);
  spellings.push(...corrections);
  const [best] = corrections;
  return { word: asked, spellings, isKnown, ...(best && { correction: best }) };
}

async function knownWords(
  db: QueryRunner,
  viewer: Viewer,
  words: readonly string[],
): Promise<Set<string>> {
  const rows = await db.queryOften<{ word: string }>(
    `SELECT word FROM (${viewerScopedRows(viewer, 'spelling', 'p.word, p.passages', 'p.word = ANY ($3::text[])')}) w
      GROUP BY word HAVING sum(passages) > 0`,
    [...viewerParams(viewer), words],
  );
  return new Set(rows.map(({ word }) => word));
}

/** The index also contains the parts of hyphenated words. */
const IS_ONE_WORD = "strpos(p.word, '-') = 0";

/** Words with a prefix, by document frequency. */
export async function completeWord(
  db: Pick<QueryRunner, 'query'>,
  viewer: Viewer,
  beginning: string,
  most: number,
): Promise<string[]> {
  const rows = await db.query<{ word: string }>(
    `SELECT word FROM (${viewerScopedRows(viewer, 'spelling', 'p.word, p.passages', `p.word >= $3 AND p.word < $3 || U&'\\+10FFFF' AND ${IS_ONE_WORD}`)}) w
      GROUP BY word HAVING sum(passages) > 0 ORDER BY sum(passages) DESC, word LIMIT $4`,
    [...viewerParams(viewer), beginning, most],
  );
  return rows.map(({ word }) => word);
}

/** Similar words by spelling or sound, the best first. */
async function findSimilarWords(
  db: QueryRunner,
  viewer: Viewer,
  asked: string,
): Promise<Spelling[]> {
  const rows = await db.query<{ word: string; passages: number; sounds: boolean }>(
    `SELECT word, sum(passages)::int AS passages, bool_or(sound = sound_of($3)) AS sounds FROM (
       ${viewerScopedRows(viewer, 'spelling', 'p.word, p.passages, p.sound', `length(p.word) BETWEEN length($3) - 2 AND length($3) + 2 AND p.word % $3 AND ${IS_ONE_WORD}`)}
       UNION ALL
       ${viewerScopedRows(viewer, 'spelling', 'p.word, p.passages, p.sound', 'p.sound = sound_of($3)')}
       UNION ALL
       ${viewerScopedRows(viewer, 'spelling', 'p.word, p.passages, p.sound', 'p.word = $4')}) w
      GROUP BY word HAVING sum(passages) > 0 ORDER BY similarity(word, $3) DESC, passages DESC, word LIMIT ${MAX_SIMILAR}`,
    [...viewerParams(viewer), asked, asked.replace(/^(.)(.)/u, '$2$1')],
  );
  return rows
    .flatMap(({ word, passages, sounds }) => {
      const distance = editDistance(asked, word);
      const allowed = sounds && asked.length > SHORT ? asked.length / 2 : asked.length / 4 + 0.5;
      if (distance > allowed) return [];
      // Words that sound alike are slightly better.
      return [{ word, passages, cost: distance - (sounds ? 0.5 : 0) }];
    })
    .sort((a, b) => a.cost - b.cost || b.passages - a.passages || (a.word < b.word ? -1 : 1))
    .slice(0, MAX_CORRECTIONS)
    .map(({ word, cost }) => ({
      word,
      weight: Math.max(0.3, 1 - (cost + 0.5) / asked.length),
      isGuess: true as const,
    }));
}

/** Damerau–Levenshtein distance. */
export function editDistance(one: string, other: string): number {
  const [a, b] = [[...one], [...other]];
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let best = Math.min(
        (above[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (above[j - 1] ?? 0) + (isSame ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (before[j - 2] ?? 0) + 1);
      row.push(best);
    }
    [before, above] = [above, row];
  }
  return above[b.length] ?? 0;
}
