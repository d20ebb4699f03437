import type { AnswerPart, Support } from '@tomekeeper/contracts-search';
import { GM_CLASS } from '@tomekeeper/visibility';
import { textOf } from '../query/search-engine';
import type { Evidence } from './evidence';

const MAX_QUOTATIONS = 3;
/** Quotations that are compared with the question. */
const MAX_COMPARED = 5;
/** Further quotations must be nearly as relevant as the first one. */
const MIN_RELATIVE_RELEVANCE = 0.8;
/** Strength above the minimum from which a single quotation is no longer doubtful. */
const CLEAR_MARGIN = 0.15;

/** Evidence without repetitions that is nearly as relevant as the best one, if any is strong enough. @param evidence best first */
export function quotable(evidence: readonly Evidence[], enough: number): Evidence[] {
  const [first] = evidence;
  const isAnswer = evidence.slice(0, MAX_QUOTATIONS).some(({ strength }) => strength >= enough);
  if (!first || !isAnswer) return [];
  const quoted: Evidence[] = [];
  for (const one of evidence) {
    if (quoted.length === MAX_COMPARED) break;
    if (one.relevance < first.relevance * MIN_RELATIVE_RELEVANCE) continue;
    if (!quoted.some((other) => isRepetition(one, other))) quoted.push(one);
  }
  return quoted;
}

/** Most similar first; unchanged without similarities. */
export const bySimilarity = (
  quoted: readonly Evidence[],
  similarities: readonly number[],
): Evidence[] =>
  quoted
    .map((one, at) => ({ one, similarity: similarities[at] ?? 0 }))
    .sort((a, b) => b.similarity - a.similarity)
    .map(({ one }) => one);

/**
 * The quotations of an answer. GM-only text may contradict text that players see: GMs get quotations of both kinds, the GM-only ones
 * first.
 * @param ordered quotable evidence, best first
 * @param enough minimum strength
 */
export function selectQuotations(
  ordered: readonly Evidence[],
  evidence: readonly Evidence[],
  enough: number,
): Evidence[] {
  const quoted = ordered.slice(0, MAX_QUOTATIONS);
  if (quoted.length === 0) return [];
  const isOtherKind = (one: Evidence) =>
    one.strength >= enough && quoted.every((other) => isGmOnly(other) !== isGmOnly(one));
  const contradiction = evidence.find(isOtherKind);
  if (contradiction) quoted.splice(MAX_QUOTATIONS - 1, 1, contradiction);
  return [...quoted.filter(isGmOnly), ...quoted.filter((one) => !isGmOnly(one))];
}

/** How well quotations support an answer; undefined without any. @param enough minimum strength */
export function supportOf(quoted: readonly Evidence[], enough: number): Support | undefined {
  if (quoted.length === 0) return undefined;
  if (new Set(quoted.map(({ found }) => found.passage.id)).size > 1) return 'several';
  return quoted.some(({ strength }) => strength >= enough + CLEAR_MARGIN) ? 'strong' : 'weak';
}

export const quotationText = ({ found, start, end }: Evidence): string =>
  textOf(found).slice(start, end);

export function toPart(quoted: Evidence): AnswerPart {
  const { found, start, end } = quoted;
  const citation = { document: found.title.document, passage: found.passage.id, start, end };
  return { text: quotationText(quoted), citations: [citation] };
}

const isGmOnly = ({ found }: Evidence): boolean => found.passage.class === GM_CLASS;

/** Whether two quotations have the same text, or overlap in one passage. */
const isRepetition = (one: Evidence, other: Evidence): boolean =>
  textOf(one.found) === textOf(other.found) &&
  (one.found !== other.found || (other.start < one.end && other.end > one.start));
