import { SEARCH_LIMITS } from '@tomekeeper/contracts-search';
import { wordsOf } from '../words/folded';

/** What somebody looks for, as they wrote it. Words are folded. */
export interface AskedWords {
  /** Those of phrases too. */
  words: string[];
  /** Words that stand next to each other. */
  phrases: string[][];
  /** What must not be there: words, and phrases of several. */
  excluded: string[][];
  /** Whether it is a question in plain words. */
  isQuestion: boolean;
  /** Whether its last word is whole; else it may be the beginning of one. */
  isFinished: boolean;
}

/** `-`, and then a phrase (whose end may be missing) or what stands without a space. */
const PART = /(?<=^|\s)(-?)(?:"([^"]*)"?|“([^”]*)”?|(\S+))/gu;

export function askedWords(query: string): AskedWords {
  const asked: AskedWords = {
    words: [],
    phrases: [],
    excluded: [],
    isQuestion: isQuestion(query),
    isFinished: !/[\p{L}\p{N}\p{M}]$/u.test(query),
  };
  for (const [, minus, straight, curly, single] of query.matchAll(PART)) {
    const phrase = straight ?? curly;
    const words = wordsOf(phrase ?? single ?? '');
    if (words.length === 0) continue;
    if (minus) asked.excluded.push(words);
    else {
      asked.words.push(...words);
      if (phrase !== undefined && words.length > 1) asked.phrases.push(words);
    }
  }
  return {
    ...asked,
    words: [...new Set(asked.words)].slice(0, SEARCH_LIMITS.words),
    phrases: asked.phrases.slice(0, SEARCH_LIMITS.words),
    excluded: asked.excluded.slice(0, SEARCH_LIMITS.words),
  };
}

/** Words that say together what none of them says alone. */
const TELLING = 3;

/** Whether it is a question, or enough words to mean something: one or two are looked for as they stand. */
export const isTelling = ({ isQuestion: asks, words }: AskedWords): boolean =>
  asks || words.length >= TELLING;

/** How a question begins. */
const ASKS =
  /^\W*(who|whose|whom|what|which|where|when|why|how|is|are|was|were|do|does|did|can|could|may|will|should|tell)\b/iu;
/** Words that questions are made of, and answers are not. */
const SAY_LITTLE = new Set(
  'many much happen happens happened happening get gets got could would may might must called name named kind sort somebody someone anybody anyone something tell use used want wants become becomes'.split(
    ' ',
  ),
);

export const isQuestion = (query: string): boolean => ASKS.test(query) || /\?\W*$/u.test(query);

/** How much of what its rarity says a word of a question counts for. */
export const sayOf = (word: string): number => (SAY_LITTLE.has(word) ? 0.35 : 1);
