import { normalizeText } from '../passages/content/normalized-text';
import { COMMON_WORDS, PARTICLES } from './common-words';
import { ORDINARY_WORDS } from './ordinary-words';

// Which words of a text may be names, and which of them stand next to each other as one. Nothing here reads or writes.

/** A word of a text, where it stands. */
export interface Word {
  /** Normalized form. */
  folded: string;
  begin: number;
  end: number;
  /** Whether it begins with a capital. */
  isUpper: boolean;
  /** Whether it is written as names are in many languages: with a capital, and not because a sentence begins. */
  isCapital: boolean;
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** Characters before the first word of a sentence, line or speech. */
const ENDS_SENTENCE = /[.!?…:;"“”„«»‘(*#>|-]$/u;
/** Number of characters checked before a word. */
const LOOK_BACK = 8;

function beginsSentence(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - LOOK_BACK), at);
  const written = before.trimEnd();
  return (
    written === '' || ENDS_SENTENCE.test(written) || before.slice(written.length).includes('\n')
  );
}

/** Whether a word may be a name at all. */
const isWord = (word: string): boolean => word.length > 1 && /\p{L}/u.test(word);

export const wordsIn = (text: string): Word[] =>
  [...text.matchAll(WORD)].flatMap(({ 0: written, index }) => {
    const word = normalizeText(written);
    if (!isWord(word)) return [];
    const isUpper = /^[\p{Lu}\p{Lt}]/u.test(written);
    const isCapital = isUpper && !beginsSentence(text, index);
    return [{ folded: word, begin: index, end: index + written.length, isUpper, isCapital }];
  });

/** Whether a word is a stop word. */
export const isCommon = (word: Word): boolean => COMMON_WORDS.has(word.folded);

/**
 * Whether a word is in the dictionary, as “inn” and “lantern” are: it is a name only in combination, as in “Lantern
 * Inn”.
 */
export const isOrdinary = (word: string): boolean =>
  [word, word.replace(/s$/, ''), word.replace(/es$/, '')].some((one) => ORDINARY_WORDS.has(one));

/** Whether a text writes a word as a name. */
export const isNamedIn = (text: string, word: string): boolean =>
  wordsIn(text).some((one) => one.isCapital && one.folded === word);

/** Whether a text writes a word small, as no name is. */
export const isSmallIn = (text: string, word: string): boolean =>
  wordsIn(text).some((one) => !one.isUpper && one.folded === word);

/** Whether a text writes words next to each other, each as a part of a name. */
export function isNamedTogetherIn(text: string, run: readonly string[]): boolean {
  const written = runsOf(text, wordsIn(text), (word) => word.isUpper);
  return written.some((one) =>
    one.some(
      (_, at) =>
        run.every((word, n) => one[at + n]?.folded === word) &&
        one.slice(at + 1, at + run.length).every((word) => word.isCapital),
    ),
  );
}

const BETWEEN = /^[\s'’-]*$/u;

/** Words that stand as one name in a text: next to each other, or with nothing but small words between. */
export function runsOf(
  text: string,
  words: readonly Word[],
  isHit: (word: Word) => boolean,
): Word[][] {
  const runs: Word[][] = [];
  let run: Word[] = [];
  let last: Word | undefined;
  for (const word of words) {
    const isNext = last !== undefined && BETWEEN.test(text.slice(last.end, word.begin));
    if (!isNext && run.length > 0) {
      runs.push(run);
      run = [];
    }
    if (isHit(word)) run.push(word);
    else if (run.length > 0 && !PARTICLES.has(word.folded)) {
      runs.push(run);
      run = [];
    }
    last = word;
  }
  if (run.length > 0) runs.push(run);
  return runs;
}

/** The words of a text from the first of some to the last. */
export const stretchOf = (text: string, run: readonly Word[]): string =>
  text.slice(run[0]?.begin, run.at(-1)?.end).replace(/\s+/g, ' ');
