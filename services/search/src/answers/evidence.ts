import type { RankedPassage } from '../query/search-engine';
import { coverage, FEW_WORDS } from '../query/ranking';
import { tokens, type Matches } from '../query/snippet';
import type { Term, WeightedQuery } from '../query/term-weights';
import { DEFAULT_LANGUAGE } from '../text/language-detection';
import { wordsOf } from '../text/normalization';
import { isSecondary } from '../text/secondary-text';
import { hasNumber } from './numbers';
import {
  hasRows,
  isOnlyQuestions,
  possibleQuotations,
  rowsOf,
  type TextRange,
} from '../text/sentences';

export interface Evidence extends TextRange {
  found: RankedPassage;
  /** Part of the question that the quotation and its context cover, adjusted by semantic similarity. Compares quotations. */
  relevance: number;
  /** Relevance by the similarity to the question without names; a minimum is required for an answer. */
  strength: number;
}

/** A question as evidence is rated. */
export interface RatedQuestion extends Pick<WeightedQuery, 'terms'> {
  /** Words that passage, headings or title must contain. */
  names: readonly Pick<Term, 'stems'>[];
  /** Similarity by passage id to the question without names, from 0 to 1. */
  similarities: ReadonlyMap<string, number>;
  /** Whether the answer is a number. */
  needsNumber: boolean;
}

/** Weight of matches in headings and title, relative to the quotation. */
const HEADING_WEIGHT = 0.8;
/** Weight of matches in the rest of the passage, relative to the quotation. */
const REST_OF_PASSAGE_WEIGHT = 0.7;
/** Minimum strength of an answer, which grows with the number of passages because random matches do. */
const MIN_STRENGTH = 0.5;
const REFERENCE_PASSAGES = 500;
const INCREASE_PER_DECADE = 0.2;
/** Larger campaigns than measured need no more. */
const MAX_MIN_STRENGTH = 0.68;
/** Influence of semantic similarity on relevance: more than usual similarity adds, less subtracts. */
const SIMILARITY_WEIGHT = 0.35;
/** Influence of the similarity to the question without names, on strength. */
const UNNAMED_SIMILARITY_WEIGHT = 1.1;
const USUAL_SIMILARITY = 0.31;
/** Subtracted from the strength of a quotation without the number that a question asks for. */
const MISSING_NUMBER = 0.15;
/** Rows of a table of which the first one has the names of the columns. */
const MIN_ROWS = 3;
/** Subtracted from the strength of a label. */
const LABEL = 0.1;

/** Minimum strength of a quotation, by the number of visible passages. */
export const minStrength = (passages: number): number =>
  Math.min(
    MAX_MIN_STRENGTH,
    MIN_STRENGTH + INCREASE_PER_DECADE * Math.max(0, Math.log10(passages / REFERENCE_PASSAGES)),
  );

/**
 * Possible quotations, best first, of passages with all names. Words without any match count like the rarest words, so that questions about
 * unknown things find no evidence. A quotation says more than the question.
 */
export function rankEvidence(
  question: RatedQuestion,
  found: readonly RankedPassage[],
  matches: Matches,
): Evidence[] {
  const { names } = question;
  const best = Math.max(...found.map(({ score }) => score), 0) || 1;
  const all = found.flatMap((one) => {
    const { passage } = one;
    // A heading asks a question, the text below answers.
    if (passage.kind === 'heading' || isSecondary(passage, one.headings.at(-1))) return [];
    if (!names.every(({ stems }) => [...stems.keys()].some((stem) => one.stems.has(stem))))
      return [];
    const unnamed = question.similarities.get(passage.id) ?? one.similarity;
    const words = tokens(passage.text, matches);
    const marked = words.filter(({ stem }) => stem !== undefined);
    const whole = coverage(question, new Set(Object.keys(passage.frequencies)));
    const everywhere = coverage(question, one.stems);
    const isTabular = hasRows(passage);
    const stemsIn = (range: TextRange) =>
      marked
        .filter(({ start, end }) => start >= range.start && end <= range.end)
        .flatMap(({ stem }) => stem ?? []);
    const rows = isTabular ? rowsOf(passage.text) : [];
    const header = passage.kind === 'table' && rows.length >= MIN_ROWS ? rows.shift() : undefined;
    // A row belongs to the name above it, HP below Ankheg, and to the names of its columns.
    const context = isTabular ? [...one.above, ...(header ? stemsIn(header) : [])] : [];
    const possible = isTabular ? withMatches(rows, stemsIn) : possibleQuotations(passage.text);
    const stretches = possible.filter((range) => {
      const isNew = words.some(
        ({ start, end, stem }) => start >= range.start && end <= range.end && stem === undefined,
      );
      return isNew && !isOnlyQuestions(passage.text.slice(range.start, range.end));
    });
    return stretches.map((stretch) => {
      const within = coverage(question, new Set([...stemsIn(stretch), ...context]));
      const byWords =
        within +
        Math.max(0, whole - within) * REST_OF_PASSAGE_WEIGHT +
        Math.max(0, everywhere - Math.max(whole, within)) * HEADING_WEIGHT;
      const relevance = byWords + bySimilarity(one.similarity, SIMILARITY_WEIGHT);
      const quotation = passage.text.slice(stretch.start, stretch.end);
      const isIncomplete = question.needsNumber && !hasNumber(quotation);
      const isNamed =
        isTabular && names.length > 0 && marked.some(({ start }) => start === stretch.start);
      const isLabel = !isNamed && wordsOf(quotation).length <= FEW_WORDS;
      const alike = bySimilarity(unnamed, UNNAMED_SIMILARITY_WEIGHT);
      return {
        ...stretch,
        found: one,
        relevance,
        strength:
          byWords +
          // The embedding of a stat block says little about a line that a question names, as Speed.
          (isNamed ? Math.max(0, alike) : alike) -
          (isIncomplete ? MISSING_NUMBER : 0) -
          (isLabel ? LABEL : 0),
        rank: relevance + within / 2 + one.score / best / 2,
      };
    });
  });
  return all.sort((a, b) => b.rank - a.rank).map(({ rank: _rank, ...evidence }) => evidence);
}

/** Rows without a word of the question are no answer if another row has one. */
function withMatches(rows: readonly TextRange[], stemsIn: (row: TextRange) => string[]) {
  const matching = rows.filter((row) => stemsIn(row).length > 0);
  return matching.length > 0 ? matching : rows;
}

const bySimilarity = (similarity: number | undefined, weight: number): number =>
  similarity === undefined ? 0 : weight * (similarity - USUAL_SIMILARITY);

/** Capitalized words within a sentence, next to each other. */
const NAME = /(?<=[^\s.!?:]\s+)\p{Lu}[\p{L}\p{M}'’-]*(?:\s+\p{Lu}[\p{L}\p{M}'’-]*)*/gu;

/** The rarest word of each name in a question, which passage, headings or title must contain. */
export function requiredNames(
  { terms, language }: Pick<WeightedQuery, 'terms' | 'language'>,
  question: string,
): Term[] {
  // Other languages capitalize other words than names.
  if (language !== DEFAULT_LANGUAGE) return [];
  return [...question.matchAll(NAME)].flatMap(([name]) => {
    const words = new Set(wordsOf(name));
    const [rarest] = terms
      .filter(({ queryWord }) => words.has(queryWord.word))
      .sort((a, b) => b.worth - a.worth);
    return rarest ? [rarest] : [];
  });
}

/** A question with pronouns instead of names. */
export const withoutNames = (question: string): string => question.replace(NAME, 'they');

/** Weight of names in a question, relative to other words. */
const NAME_WEIGHT = 0.5;

/** Capitalized words within a sentence, normalized. */
export function findNames(question: string): ReadonlySet<string> {
  const words = [...question.matchAll(/(?<=[^\s.!?:]\s+)\p{Lu}[\p{L}\p{M}-]+/gu)];
  return new Set(words.flatMap(([word]) => wordsOf(word)));
}

/**
 * Reduces the weight of names, because a passage about a person need not answer a question about the person.
 * Questions of names only keep the full weight.
 */
export function discountNames<
  Weighted extends Pick<Term, 'stems' | 'worth'> & { queryWord: { word: string } },
>(terms: readonly Weighted[], question: string): Weighted[] {
  const names = findNames(question);
  if (terms.every(({ queryWord }) => names.has(queryWord.word))) return [...terms];
  return terms.map((term) =>
    names.has(term.queryWord.word)
      ? {
          ...term,
          worth: term.worth * NAME_WEIGHT,
          stems: new Map([...term.stems].map(([stem, gain]) => [stem, gain * NAME_WEIGHT])),
        }
      : term,
  );
}
