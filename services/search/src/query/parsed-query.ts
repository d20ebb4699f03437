import { SEARCH_LIMITS } from '@tomekeeper/contracts-search';
import { queryWordsOf, wordsOf } from '../text/normalization';
import { startsQuestion } from '../text/question-words';

/** A query by its syntax; words are normalized. */
export interface ParsedQuery {
  /** Includes words of phrases. */
  words: string[];
  /** Consecutive words. */
  phrases: string[][];
  /** Words and phrases. */
  excluded: string[][];
  isQuestion: boolean;
  /** Whether the last word is complete, otherwise it may be a prefix. */
  isComplete: boolean;
}

/** A minus, then a phrase (possibly unclosed) or a word. */
const PART = /(?<=^|\s)(-?)(?:"([^"]*)"?|“([^”]*)”?|(\S+))/gu;

export function parseQuery(query: string): ParsedQuery {
  const asked: ParsedQuery = {
    words: [],
    phrases: [],
    excluded: [],
    isQuestion: isQuestion(query),
    isComplete: !/[\p{L}\p{N}\p{M}]$/u.test(query),
  };
  for (const [, minus, straight, curly, single] of query.matchAll(PART)) {
    const phrase = straight ?? curly;
    const text = phrase ?? single ?? '';
    const words = queryWordsOf(text);
    if (words.length === 0) continue;
    // A single number with separators is no phrase, because texts contain it with other separators or without any.
    const consecutive = words.length === 1 ? words : wordsOf(text);
    if (minus) asked.excluded.push(consecutive);
    else {
      asked.words.push(...words);
      if (phrase !== undefined && consecutive.length > 1) asked.phrases.push(consecutive);
    }
  }
  return {
    ...asked,
    words: [...new Set(asked.words)].slice(0, SEARCH_LIMITS.words),
    phrases: asked.phrases.slice(0, SEARCH_LIMITS.words),
    excluded: asked.excluded.slice(0, SEARCH_LIMITS.words),
  };
}

const MIN_DESCRIPTIVE_WORDS = 3;

/** Whether semantic search makes sense: for questions and for several words. */
export const isDescriptive = ({ isQuestion: asks, words }: ParsedQuery): boolean =>
  asks || words.length >= MIN_DESCRIPTIVE_WORDS;

/** Frequent in questions, but not in answers. */
const FILLER_WORDS = new Set(
  'many much happen happens happened happening get gets got could would may might must called name named kind sort somebody someone anybody anyone something tell use used want wants become becomes'.split(
    ' ',
  ),
);

const isQuestion = (query: string): boolean => startsQuestion(query) || /[?？]\W*$/u.test(query);

/** Factor for the weight of a word in a question. */
export const wordWeight = (word: string): number => (FILLER_WORDS.has(word) ? 0.35 : 1);
