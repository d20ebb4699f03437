import { foldText } from '@tomekeeper/contracts-values';
import { abbreviatedTermsIn } from './abbreviations';

/** Scripts without spaces: each character is a word. The long vowel mark of Japanese belongs to two scripts. */
const CHARACTER = String.raw`[ー\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]`;
const UNSPACED = new RegExp(CHARACTER, 'gu');
const UNSPACED_RUN = new RegExp(`${CHARACTER}+`, 'gu');
const IS_UNSPACED = new RegExp(`^${CHARACTER}`, 'u');

/** Whether a word is of a script without spaces. */
export const isUnspaced = (word: string): boolean => IS_UNSPACED.test(word);

/**
 * Characters that PostgreSQL's parser joins with the words around them, as in file names (`mayor.pdf`), hosts and
 * signed numbers. They become spaces, because users search for the single words.
 */
const JOINING = /(?<=[\p{L}\p{N}])[./@](?=[\p{L}\p{N}])|[-+](?=\p{N})|[<&]/gu;

/** Normalizes text for search: without case and accents. Keeps the order of words, but not character offsets. */
export const normalize = (text: string): string =>
  foldText(text).replace(JOINING, ' ').replace(UNSPACED, ' $& ');

/** A sequence of letters and digits. */
export const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** Normalized words of a text. */
export const wordsOf = (text: string): string[] => normalize(text).match(WORD) ?? [];

/** A word, or a single character of a script without spaces. */
export const TOKEN = new RegExp(
  String.raw`${CHARACTER}\p{M}*|(?:(?!${CHARACTER})[\p{L}\p{N}\p{M}])+`,
  'gu',
);

/** The pairs of adjacent characters of a run without spaces, or its only character. */
function pairsOf(run: string): string[] {
  const characters = [...run];
  const pairs = characters.slice(1).map((second, at) => `${characters[at]}${second}`);
  return pairs.length > 0 ? pairs : characters;
}

/**
 * Words of a query. In scripts without spaces, pairs of adjacent characters replace words, because single characters occur in many
 * words. A number with separators is one word, as in the index.
 */
export const queryWordsOf = (query: string): string[] =>
  foldText(query.replace(GROUPED_NUMBER, (number) => number.replace(/\D/g, '')))
    .replace(JOINING, ' ')
    .replace(UNSPACED_RUN, (run) => ` ${pairsOf(run).join(' ')} `)
    .match(WORD) ?? [];

/** Words joined by an apostrophe or hyphen, as in Tal'Mereth and Ey-La. */
const COMPOUND = /[\p{L}\p{M}]+(?:['’ʼ-][\p{L}\p{M}]+)+/gu;
/** Capitals within a word, as in IronGateKeep. */
const INNER_CAPITAL = /(?<=\p{Ll})(?=\p{Lu})/u;
const CAMEL_CASE = /\p{L}*\p{Ll}\p{Lu}\p{L}*/gu;
/** A number with separators of thousands: 1,000 or 1.000. */
const GROUPED_NUMBER =
  /(?<![\p{N}.,])\d{1,3}(?:([.,'’\u00a0\u202f])\d{3})(?:\1\d{3})*(?![\p{N}]|[.,]\d)/gu;
const MIN_COMPOUND_LENGTH = 4;
const MIN_PART_LENGTH = 3;

const POSSESSIVE = /['’ʼ]s$/u;
const JOINT = /['’ʼ-]/gu;

/** Compounds, grouped numbers and abbreviated terms of a text as one word, with offsets. A possessive alone is no compound. */
export const compoundsIn = (text: string): { word: string; start: number; end: number }[] => [
  ...[...text.matchAll(COMPOUND)].flatMap(({ 0: whole, index }) => {
    const name = whole.replace(POSSESSIVE, '');
    const joined = name.replace(JOINT, '');
    if (joined === name || joined.length < MIN_COMPOUND_LENGTH) return [];
    return [{ word: normalize(joined).trim(), start: index, end: index + name.length }];
  }),
  ...[...text.matchAll(GROUPED_NUMBER)].map(({ 0: number, index }) => ({
    word: number.replace(/\D/g, ''),
    start: index,
    end: index + number.length,
  })),
  ...abbreviatedTermsIn(text),
];

/**
 * Further spellings to index with a text: compounds and grouped numbers as one word, abbreviations of terms, the parts of words in camel
 * case, and pairs of characters.
 */
export function nameVariants(text: string): string[] {
  const parts = (text.match(CAMEL_CASE) ?? []).flatMap((word) =>
    word.split(INNER_CAPITAL).map((part) => normalize(part).trim()),
  );
  const compounds = compoundsIn(text).map(({ word }) => word);
  const pairs = (foldText(text).match(UNSPACED_RUN) ?? []).flatMap(pairsOf);
  return [
    ...new Set([
      ...compounds,
      ...parts.filter(({ length }) => length >= MIN_PART_LENGTH),
      ...pairs.filter(({ length }) => length > 1),
    ]),
  ];
}
