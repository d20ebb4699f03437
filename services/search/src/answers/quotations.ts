import type { AnswerPart, Support } from '@tomekeeper/contracts-search';
import { GM_CLASS } from '@tomekeeper/visibility';
import type { RankedPassage } from '../query/search-engine';
import type { Evidence } from './evidence';

const MAX_QUOTATIONS = 3;
/** Further quotations must be nearly as relevant as the first one. */
const MIN_RELATIVE_RELEVANCE = 0.8;
/** Strength above the minimum from which a single quotation is no longer doubtful. */
const CLEAR_MARGIN = 0.15;

/**
 * The best quotations without duplicates, if one of them is strong enough. GM-only text may contradict text that players see: GMs get
 * quotations of both kinds, the GM-only ones first.
 * @param evidence best first
 * @param enough minimum strength
 */
export function selectQuotations(evidence: readonly Evidence[], enough: number): Evidence[] {
  const [first] = evidence;
  const isAnswer = evidence.slice(0, MAX_QUOTATIONS).some(({ strength }) => strength >= enough);
  if (!first || !isAnswer) return [];
  const quoted: Evidence[] = [];
  for (const one of evidence) {
    if (quoted.length === MAX_QUOTATIONS) break;
    if (one.relevance < first.relevance * MIN_RELATIVE_RELEVANCE) continue;
    if (!quoted.some((other) => isRepetition(one, other))) quoted.push(one);
  }
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

export const toPart = ({ found, start, end }: Evidence): AnswerPart => ({
  text: textOf(found).slice(start, end),
  citations: [{ document: found.title.document, passage: found.passage.id, start, end }],
});

export const textOf = ({ passage }: RankedPassage): string => passage.text;

const isGmOnly = ({ found }: Evidence): boolean => found.passage.class === GM_CLASS;

/** Whether two quotations have the same text, or overlap in one passage. */
const isRepetition = (one: Evidence, other: Evidence): boolean =>
  textOf(one.found) === textOf(other.found) &&
  (one.found !== other.found || (other.start < one.end && other.end > one.start));
